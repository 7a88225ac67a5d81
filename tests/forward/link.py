"""A TCP link to a port of this machine that is slow, that is cut, or that is open in name only."""
import asyncio
import threading

from postgres import free_port

CHUNK_BYTES = 4096


class Link:
    """`delay_s` is one way; `bytes_per_s` of each direction of a connection; 0: as fast as it goes.
    Both may be changed while it runs."""

    def __init__(self, target, delay_s=0.0, bytes_per_s=0):
        self.target, self.port = target, free_port()
        self.delay_s, self.bytes_per_s = delay_s, bytes_per_s
        self.is_cut, self.n_connections = False, 0
        self.writers, self.tasks = set(), set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.ask(self.open())

    def ask(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    async def open(self):
        self.flows = asyncio.Event()
        self.flows.set()
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", self.port)

    async def accept(self, reader, writer):
        self.tasks.add(asyncio.current_task())
        if self.is_cut:
            writer.close()
            return
        self.n_connections += 1
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self.writers |= {writer, far_writer}
        try:
            await asyncio.gather(self.carry(reader, far_writer), self.carry(far_reader, writer))
        except OSError:
            pass
        finally:
            for end in (writer, far_writer):
                end.close()
                self.writers.discard(end)

    async def carry(self, reader, writer):
        """One direction: what was read is written when it is due."""
        due = asyncio.Queue(maxsize=64)

        async def read():
            while chunk := await reader.read(CHUNK_BYTES):
                await due.put((self.loop.time() + self.delay_s, chunk))
            await due.put((0, b""))

        async def write():
            while True:
                at, chunk = await due.get()
                await asyncio.sleep(max(0, at - self.loop.time()))
                if self.bytes_per_s:
                    await asyncio.sleep(len(chunk) / self.bytes_per_s)
                await self.flows.wait()
                if not chunk:
                    break
                writer.write(chunk)
                await writer.drain()
            writer.close()

        await asyncio.gather(read(), write())

    def cut(self):
        """Connections end, and no other comes about."""
        async def end():
            self.is_cut = True
            for writer in list(self.writers):
                writer.transport.abort()
        self.ask(end())

    def hang(self):
        """Half open: connections stay and new ones come about; nothing passes."""
        self.loop.call_soon_threadsafe(self.flows.clear)

    def mend(self):
        self.is_cut = False
        self.loop.call_soon_threadsafe(self.flows.set)

    def close(self):
        async def end():
            self.server.close()
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.ask(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
