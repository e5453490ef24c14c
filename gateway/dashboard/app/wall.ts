import { PATHS } from './paths.ts'

/** What a wall shows one after the other. */
export const TURNS = ['pages', 'institutions'] as const
export type Turn = (typeof TURNS)[number]

/** How a screen on the wall shows the platform; it is in the address. */
export type Wall = {
  readonly wall?: 1
  readonly turn?: Turn
  /** Seconds until the next page or institution. */
  readonly every?: number
  /** A tone for each new critical incident. */
  readonly sound?: 1
}

export const USUAL_SECONDS = 30
export const SECONDS = { least: 10, most: 3_600 } as const

/** The pages that say something without anybody who touches them. */
const WALL_PAGES: readonly string[] = [PATHS.fleet, PATHS.incidents, PATHS.journals, PATHS.insights]

const isTurn = (value: unknown): value is Turn => TURNS.some((turn) => turn === value)

/** Reads the wall of an address; what it does not know is dropped, and all of it without a wall. */
export const readWall = (search: Record<string, unknown>): Wall => {
  if (Number(search.wall) !== 1) return {}
  const every = Math.round(Number(search.every))
  return {
    wall: 1,
    ...(isTurn(search.turn) ? { turn: search.turn } : {}),
    ...(every >= SECONDS.least && every <= SECONDS.most ? { every } : {}),
    ...(Number(search.sound) === 1 ? { sound: 1 as const } : {}),
  }
}

/** What comes after `now` in a round; the first after what is not in it. */
const nextIn = <T>(round: readonly T[], now: T): T | undefined => round[(round.indexOf(now) + 1) % round.length]

/** The page that follows on a wall. */
export const nextPage = (path: string): string => nextIn(WALL_PAGES, path) ?? PATHS.fleet

/** The institution that follows on a wall; undefined where there are none. */
export const nextInstitution = (keys: readonly string[], now: string | undefined): string | undefined =>
  nextIn(keys, now ?? '')
