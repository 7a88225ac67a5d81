-- What tools/verify-core.py proves a core by: psql -XAt -f export.sql postgresql://… >core.ndjson
SELECT json_build_object('origin', encode(origin, 'hex'), 'unchained', unchained, 'site', site,
	'log', log, 'first_n', first_n, 'last_n', last_n, 'prev_hash', encode(prev_hash, 'hex'),
	'last_hash', encode(last_hash, 'hex'), 'format', format, 'lines', encode(lines, 'base64'))
FROM sabot.segment JOIN sabot.origin USING (origin, past) ORDER BY origin, log, first_n;
