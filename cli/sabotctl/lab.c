/* The temporary house of `sabotctl lab`: see lab.h. */
#include "lab.h"

#include "proto/program.h"
#include "sabotctl-client.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

enum { START_S = 60, STOP_S = 60, LOOK_MS = 50 };

/* Where a load's cards are hidden until a button, or the dealer's second card is. */
#define TWINS                                                                                      \
	"[table LAB-A]\nrules=punto-banco-es\nset.reveal=on_button\nsimulated=yes\n"               \
	"[table LAB-B]\nrules=punto-banco-es\nset.reveal=on_button\nsimulated=yes\n"               \
	"[table LAB-C]\nrules=blackjack-house\nsimulated=yes\n"                                    \
	"[table LAB-D]\nrules=blackjack-house\nsimulated=yes\n"

enum lab_result
lab_fail(struct lab *lab, const char *format, ...)
{
	va_list arguments;

	g_string_truncate(lab->detail, 0);
	va_start(arguments, format);
	g_string_append_vprintf(lab->detail, format, arguments);
	va_end(arguments);
	return LAB_FAILED;
}

static bool
write_config(const struct lab *lab, GError **error)
{
	g_autofree char *text = g_strdup_printf(
		"[daemon]\nsite=lab\nsocket=%s\nstate_dir=%s\nspool_dir=%s/spool\ncreate_key=yes\n"
		"persons=off\n"
		"[device shoe-1]\ndriver=angeleye2\ntransport=pty:%s/shoe\nseq_first=0\n"
		"seq_last=z\n"
		"[table " LAB_TABLE "]\nrules=punto-banco-es\ndevice=shoe-1\nsimulated=yes\n" TWINS,
		lab->socket, lab->state, lab->folder, lab->folder);
	g_autofree char *spool = g_build_filename(lab->folder, "spool", NULL);

	if (g_mkdir(lab->state, 0700) == 0 && g_mkdir(spool, 0700) == 0)
		return g_file_set_contents(lab->config, text, -1, error);
	g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno), "%s: %s",
		    lab->folder, g_strerror(errno));
	return false;
}

struct lab *
lab_new(guint64 rounds, GError **error)
{
	struct lab *lab = g_new0(struct lab, 1);

	lab->rounds = rounds;
	lab->detail = g_string_new(NULL);
	lab->folder = g_dir_make_tmp("sabot-lab-XXXXXX", error);
	if (lab->folder) {
		lab->config = g_build_filename(lab->folder, "sabotd.conf", NULL);
		lab->socket = g_build_filename(lab->folder, "s", NULL);
		lab->state = g_build_filename(lab->folder, "state", NULL);
		lab->database = g_build_filename(lab->state, "sabot.db", NULL);
		lab->pushed = g_build_filename(lab->folder, "pushed", NULL);
		if (write_config(lab, error))
			return lab;
	}
	lab_free(lab);
	return NULL;
}

static void
remove_tree(const char *path)
{
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *inner = g_build_filename(path, name, NULL);

		if (g_file_test(inner, G_FILE_TEST_IS_DIR) &&
		    !g_file_test(inner, G_FILE_TEST_IS_SYMLINK))
			remove_tree(inner);
		else
			g_unlink(inner);
	}
	g_rmdir(path);
}

static void
end_process(GSubprocess **process)
{
	if (!*process)
		return;
	g_subprocess_force_exit(*process);
	g_subprocess_wait(*process, NULL, NULL);
	g_clear_object(process);
}

void
lab_free(struct lab *lab)
{
	if (!lab)
		return;
	end_process(&lab->watcher);
	end_process(&lab->daemon);
	if (lab->folder)
		remove_tree(lab->folder);
	g_free(lab->folder);
	g_free(lab->config);
	g_free(lab->socket);
	g_free(lab->state);
	g_free(lab->database);
	g_free(lab->pushed);
	g_free(lab->public);
	g_string_free(lab->detail, TRUE);
	g_free(lab);
}

/* Between fork and exec: who ends without a word takes the house with him. */
static void
die_with_parent(gpointer data)
{
	(void)data;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* A path of this program's kind in the place of its name; what is said is English. */
static GSubprocess *
spawn(const struct lab *lab, const char *output, const char *const *words, GError **error)
{
	GSubprocessFlags flags =
		output ? G_SUBPROCESS_FLAGS_NONE
		       : G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE;
	g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(flags);
	g_autofree char *program = sabot_program_find(words[0]);
	g_autofree const char **line = g_new0(const char *, g_strv_length((char **)words) + 1);

	for (int i = 0; words[i]; i++)
		line[i] = i == 0 ? program : words[i];
	if (output) {
		g_subprocess_launcher_set_stdout_file_path(launcher, output);
		g_subprocess_launcher_set_stderr_file_path(launcher, "/dev/null");
	}
	g_subprocess_launcher_setenv(launcher, "LC_ALL", "C.UTF-8", TRUE);
	g_subprocess_launcher_setenv(launcher, "LANGUAGE", "", TRUE);
	g_subprocess_launcher_setenv(launcher, "SABOT_SOCKET", lab->socket, TRUE);
	g_subprocess_launcher_unsetenv(launcher, "CREDENTIALS_DIRECTORY");
	g_subprocess_launcher_unsetenv(launcher, "NOTIFY_SOCKET");
	g_subprocess_launcher_set_cwd(launcher, lab->folder);
	g_subprocess_launcher_set_child_setup(launcher, die_with_parent, NULL, NULL);
	return g_subprocess_launcher_spawnv(launcher, line, error);
}

GSubprocess *
lab_begin(const struct lab *lab, const char *output, const char *const *words)
{
	return spawn(lab, output ? output : "/dev/null", words, NULL);
}

int
lab_run(const struct lab *lab, char **ret_said, const char *program, ...)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	g_autoptr(GSubprocess) process = NULL;
	g_autofree char *said = NULL;
	const char *word = program;
	va_list arguments;

	va_start(arguments, program);
	for (; word; word = va_arg(arguments, const char *))
		g_ptr_array_add(words, (char *)word);
	va_end(arguments);
	g_ptr_array_add(words, NULL);
	process = spawn(lab, NULL, (const char *const *)words->pdata, NULL);
	if (!process || !g_subprocess_communicate_utf8(process, NULL, NULL, &said, NULL, NULL) ||
	    !g_subprocess_get_if_exited(process))
		return -1;
	if (ret_said)
		*ret_said = g_steal_pointer(&said);
	return g_subprocess_get_exit_status(process);
}

static bool
does_answer(const struct lab *lab)
{
	json_t *answer = sabotctl_try(lab->socket, "status", NULL, NULL);

	json_decref(answer);
	return answer != NULL;
}

bool
lab_start_daemon(struct lab *lab)
{
	g_autofree char *log = g_build_filename(lab->folder, "daemon.out", NULL);
	const char *const words[] = {"sabotd", "--config", lab->config, NULL};
	gint64 deadline_us = g_get_monotonic_time() + START_S * G_USEC_PER_SEC;

	lab->daemon = lab_begin(lab, log, words);
	while (lab->daemon && g_get_monotonic_time() < deadline_us) {
		if (does_answer(lab))
			return true;
		g_usleep(LOOK_MS * 1000);
	}
	end_process(&lab->daemon);
	return false;
}

/* A process that does not end by itself is ended, and false. */
static bool
wait_for_end(GSubprocess *process)
{
	gint64 deadline_us = g_get_monotonic_time() + STOP_S * G_USEC_PER_SEC;

	while (g_subprocess_get_identifier(process)) {
		if (g_get_monotonic_time() > deadline_us)
			return false;
		g_usleep(LOOK_MS * 1000 / 5);
	}
	return true;
}

bool
lab_stop_daemon(struct lab *lab, int with_signal)
{
	bool has_ended, is_well;

	if (!lab->daemon)
		return false;
	g_subprocess_send_signal(lab->daemon, with_signal);
	has_ended = wait_for_end(lab->daemon);
	if (has_ended)
		g_subprocess_wait(lab->daemon, NULL, NULL);
	is_well = has_ended && (with_signal != SIGTERM || g_subprocess_get_successful(lab->daemon));
	end_process(&lab->daemon);
	return is_well;
}

char *
lab_read_pushed(const struct lab *lab)
{
	char *text = NULL, *end;

	if (!g_file_get_contents(lab->pushed, &text, NULL, NULL))
		return g_strdup("");
	end = strrchr(text, '\n');
	if (end)
		end[1] = '\0';
	else
		text[0] = '\0';
	return text;
}

bool
lab_write_flipped(GBytes *bytes, gsize at, const char *path)
{
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);
	g_autofree char *copy = g_memdup2(data, n_bytes);

	copy[at] = (char)(copy[at] ^ 1);
	return g_file_set_contents(path, copy, (gssize)n_bytes, NULL);
}
