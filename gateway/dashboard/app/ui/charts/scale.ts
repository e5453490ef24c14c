/** The biggest of some numbers; 0 of none. */
export const biggest = (numbers: readonly number[]): number => numbers.reduce((top, n) => Math.max(top, n), 0)
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)

export type Point = { readonly x: number; readonly y: number }

/** A line through points; a null is a place where it breaks. */
export const linePath = (points: readonly (Point | null)[]): string => {
  let open = false
  return points
    .map((point) => {
      if (point === null) {
        open = false
        return ''
      }
      const command = `${open ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`
      open = true
      return command
    })
    .join('')
}

/** The unbroken parts of a series. */
export const partsOf = (points: readonly (Point | null)[]): readonly (readonly Point[])[] => {
  const parts: Point[][] = []
  let part: Point[] = []
  for (const point of points) {
    if (point !== null) part.push(point)
    else if (part.length > 0) {
      parts.push(part)
      part = []
    }
  }
  return part.length > 0 ? [...parts, part] : parts
}

/** The area between unbroken parts of a line and a level. */
export const areaPath = (points: readonly (Point | null)[], level: number): string =>
  partsOf(points)
    .map((part) => {
      const first = part[0]
      const last = part.at(-1)
      if (first === undefined || last === undefined) return ''
      return `${linePath(part)}L${last.x.toFixed(1)} ${level}L${first.x.toFixed(1)} ${level}Z`
    })
    .join('')

/** The instants of full hours that divide by `every`, between two instants. */
export const hourTicks = (from: number, to: number, every: number): readonly number[] => {
  const ticks: number[] = []
  const at = new Date(from)
  at.setMinutes(0, 0, 0)
  while (at.getTime() < to) {
    if (at.getTime() >= from && at.getHours() % every === 0) ticks.push(at.getTime())
    at.setHours(at.getHours() + 1, 0)
  }
  return ticks
}

/** An instant on an axis, with its label. */
export type Tick = { readonly at: number; readonly isDay: boolean }

const HOURS = [0.25, 1, 3, 6, 12] as const
const DAYS = [1, 2, 5, 10] as const
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const dayTicks = (from: number, to: number, every: number): readonly Tick[] => {
  const ticks: Tick[] = []
  const at = new Date(from)
  at.setHours(24, 0, 0, 0)
  for (; at.getTime() < to; at.setDate(at.getDate() + every)) ticks.push({ at: at.getTime(), isDay: true })
  return ticks
}

/** The marks of an axis of time, `most` of them at most: parts of hours, hours that divide the day, or days. */
export const timeTicks = (from: number, to: number, most: number): readonly Tick[] => {
  const hours = HOURS.find((step) => (to - from) / (step * HOUR_MS) <= most)
  if (hours === undefined) {
    const days = DAYS.find((step) => (to - from) / (step * DAY_MS) <= most) ?? 30
    return dayTicks(from, to, days)
  }
  if (hours >= 1) return hourTicks(from, to, hours).map((at) => ({ at, isDay: false }))
  const step = hours * HOUR_MS
  const first = Math.ceil(from / step) * step
  const length = Math.max(0, Math.ceil((to - first) / step))
  return Array.from({ length }, (_, index) => ({ at: first + index * step, isDay: false }))
}
