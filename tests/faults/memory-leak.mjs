// Loaded into a process before its program (`node --import`): it keeps LEAK_HELD_MB of the heap from its start on, and
// LEAK_MB_A_SECOND more each second for LEAK_FOR_S seconds.
const held = []
const BYTES_OF_A_NUMBER = 8
// Numbers with a fraction are kept in the array itself, so that its size is known.
const keep = (bytes) => void held.push(Array.from({ length: bytes / BYTES_OF_A_NUMBER }, (_, n) => n + 0.5))

for (let n = 0; n < Number(process.env.LEAK_HELD_MB); n += 1) keep(2 ** 20)
const leaking = setInterval(() => keep((Number(process.env.LEAK_MB_A_SECOND) * 2 ** 20) / 10), 100).unref()
setTimeout(() => clearInterval(leaking), 1_000 * Number(process.env.LEAK_FOR_S)).unref()
