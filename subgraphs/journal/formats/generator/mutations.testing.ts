import type { Choices } from '../../../../demo/random.ts'
import type { Line } from './page.testing.ts'

type Mutation = (lines: Line[], other: readonly Line[], choices: Choices) => void

const section = (lines: readonly Line[], { below, between }: Choices): readonly [number, number] => {
  const from = below(lines.length)
  return [from, Math.min(lines.length - from, between(1, 14))]
}

/** A line of which the end, or the beginning, is lost: it marks and names nothing any more. */
const cut = ({ text, session }: Line, at: number, keepsEnd: boolean): Line => ({
  text: keepsEnd ? text.slice(at) : text.slice(0, at),
  session,
  mark: null,
  at: null,
})

/** Ways to damage a day; `other` is a day of other sessions. */
const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  // A section is lost.
  (lines, _other, choices) => void lines.splice(...section(lines, choices)),
  // A line is lost.
  (lines, _other, { below }) => void lines.splice(below(lines.length), 1),
  // A section is printed again, at once or elsewhere.
  (lines, _other, choices) => {
    const [from, count] = section(lines, choices)
    const at = choices.chance(0.5) ? from + count : choices.below(lines.length)
    lines.splice(at, 0, ...lines.slice(from, from + count))
  },
  // A line is printed again elsewhere.
  (lines, _other, { below }) => {
    const line = lines[below(lines.length)]
    if (line !== undefined) lines.splice(below(lines.length), 0, line)
  },
  // A line is cut.
  (lines, _other, { below, chance }) => {
    const at = below(lines.length)
    const line = lines[at]
    if (line !== undefined) lines[at] = cut(line, below(line.text.length + 1), chance(0.3))
  },
  // The file ends early.
  (lines, _other, { between }) => void lines.splice(between(1, lines.length)),
  // Two lines change places.
  (lines, _other, { below }) => {
    const [one, other] = [below(lines.length), below(lines.length)]
    const [first, second] = [lines[one], lines[other]]
    if (first === undefined || second === undefined) return
    lines[one] = second
    lines[other] = first
  },
  // A section changes its place.
  (lines, _other, choices) => {
    const moved = lines.splice(...section(lines, choices))
    lines.splice(choices.below(lines.length + 1), 0, ...moved)
  },
  // A section of another day, in place of one of this day or between its lines.
  (lines, other, choices) => {
    const [from, count] = section(other, choices)
    const at = choices.below(lines.length)
    lines.splice(at, choices.chance(0.5) ? count : 0, ...other.slice(from, from + count))
  },
]

/** A day's lines after so many mutations. */
export const mutated = (
  day: readonly Line[],
  other: readonly Line[],
  choices: Choices,
  times: number,
): readonly Line[] => {
  const lines = [...day]
  for (let left = times; left > 0 && lines.length > 1; left -= 1) choices.pick(MUTATIONS)(lines, other, choices)
  return lines
}
