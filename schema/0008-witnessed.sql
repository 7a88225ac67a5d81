-- Where the last event is that says what a witness has signed, without a walk through the house
-- log. Version 8.

CREATE INDEX event_witnessed ON event (log_id, n) WHERE ev = 'witnessed';

PRAGMA user_version = 8;
