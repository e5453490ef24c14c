const pad = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0')

/** What is between customers in a machine's journal: most of its lines. */
const NOISE = [
  'M-STATUS: *0051*1*H*1,M-05,R-3111',
  'CASSETTE 1: 0412 NOTES  CASSETTE 2: 0377 NOTES',
  'P20260519100112A.JPG SAVED',
  'HOST LINK: KEEP-ALIVE SENT, ANSWER 00:00:00.112',
  'PRINTER: PAPER OK  JOURNAL: OK  CARD READER: OK',
] as const

const session = (day: string, second: number, number: number, noiseLines: number): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const time = (offset: number) =>
    `${pad((second + offset) / 3_600)}:${pad(((second + offset) / 60) % 60)}:${pad((second + offset) % 60)}`
  const short = `${year.slice(2)}/${month}/${date}`
  const card = `412345XXXXXX${pad(number % 10_000, 4)}`
  const code = number % 9 === 8 ? '105' : '000'
  const taken =
    code === '000' ? `DISPENSE\nETB100 -0${pad(1 + (number % 20))}\n${time(9)} NOTES TAKEN BY CUSTOMER\n` : ''
  const noise = Array.from({ length: noiseLines }, (_, n) => `${time(10)} ${NOISE[n % NOISE.length]}\n`).join('')
  return (
    `------------${month}/${date}/${year.slice(2)} ${time(0)}-------------\n` +
    '============TRANSACTION START=============\n' +
    `${time(0)} CARD:;${card}?\n${time(2)} PIN ENTERED\n${time(4)} TNX REQUEST, OPCODE: AA   BC\n` +
    `${time(6)} TNX REPLY, NEXT: 133, FUNCID: 2\n` +
    `${short} ${short} ${time(0).slice(0, 5)} 0\n113 ${pad(number % 10_000, 4)} 011000\n${card}\n` +
    `    ${1 + (number % 40)}00.00  230\nSURCHARGE:  0.00\n\n            ${code}\n` +
    `${taken}TRACE: ${number}\n${noise}`
  )
}

/** A recycler's journal of a day with so many sessions, evenly over it, and as many bytes or a little more. */
export const journalOf = (day: string, sessions: number, bytes: number): string => {
  const bare = session(day, 0, 1, 0).length
  const noise = NOISE.reduce((sum, line) => sum + line.length + 10, 0) / NOISE.length
  const noiseLines = Math.max(0, Math.round((bytes / sessions - bare) / noise))
  const spacing = 86_000 / sessions
  return Array.from({ length: sessions }, (_, n) => session(day, n * spacing, n + 1, noiseLines)).join('')
}
