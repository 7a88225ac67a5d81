"""A sabot-witness of its own, in a directory of its own, for tests."""
import pathlib
import re
import subprocess
import urllib.error
import urllib.request


class Witness:
    """Logs are added before start(); the key is drawn at once."""

    def __init__(self, program, directory, name="witness.example/w1"):
        self.program, self.directory, self.process = program, pathlib.Path(directory), None
        self.directory.mkdir(exist_ok=True)
        self.config, self.port = self.directory / "witness.conf", 0
        self.write_config([])
        self.key = self.run("--new-key", name).strip()

    def write_config(self, logs):
        """`logs`: (name, origin, public key's line) of each."""
        text = (f"[witness]\nlisten = 127.0.0.1:{self.port}\n"
                f"state = {self.directory}/witness.db\nkey = {self.directory}/witness.key\n")
        for name, origin, key in logs:
            text += f"[log {name}]\norigin = {origin}\nkey = {key}\n"
        self.config.write_text(text)

    def run(self, *words):
        done = subprocess.run([self.program, "--config", self.config, *words],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return done.stdout

    def start(self):
        self.process = subprocess.Popen([self.program, "--config", self.config],
                                        stderr=subprocess.STDOUT, stdout=subprocess.PIPE,
                                        text=True, env={"G_MESSAGES_DEBUG": "all"})
        line = self.process.stdout.readline()
        if not (match := re.search(r"listening on port (\d+)", line)):
            raise AssertionError(line + self.process.stdout.read())
        self.port = int(match[1])
        return self

    def stop(self, how="terminate"):
        if self.process:
            getattr(self.process, how)()
            self.process.wait(timeout=20)
            self.process.stdout.close()
            self.process = None

    def ask(self, path, body=None):
        """(status, type of content, text)."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=body)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.headers["Content-Type"], answer.read().decode()
