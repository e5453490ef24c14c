import { useSearch } from '@tanstack/react-router'
import { readWall, type Wall } from './wall.ts'

/**
 * What every address may hold: the institution looked at (all of the caller's without one), and the mode for a screen
 * on the wall.
 */
export type Scope = Wall & { readonly institution?: string }

/** Reads the scope of an address; what it does not know is dropped. */
export const readScope = (search: Record<string, unknown>): Scope => {
  const { institution } = search
  // The router parses a key of digits as a number.
  const key = typeof institution === 'number' ? String(institution) : institution
  return { ...(typeof key === 'string' && key.trim() !== '' ? { institution: key } : {}), ...readWall(search) }
}

/** An address for another institution, or for all: its pages and rows are others. */
export const ofInstitution = (search: Scope, institution: string | undefined) => ({
  ...search,
  ...{ page: undefined, after: undefined, row: undefined },
  institution,
})

/** The institution that was chosen; undefined for all that the caller sees. */
export const useInstitution = (): string | undefined => useSearch({ from: '__root__' }).institution

/** Whether this is a screen on a wall, which nobody touches: it shows nothing to press. */
export const useIsWall = (): boolean => useSearch({ from: '__root__' }).wall === 1
