import type { Visibility } from '../../../db/tenancy.ts'

/** The institution of a token that names exactly one; null for any other. */
export const soleInstitution = ({ institutions }: Pick<Visibility, 'institutions'>): string | null => {
  const [only, ...others] = institutions
  return only !== undefined && others.length === 0 ? only : null
}

/** Whether a caller sees the rows of an institution; null is that of no institution. */
export const seesInstitution = ({ unrestricted, institutions }: Visibility, institutionKey: string | null): boolean =>
  unrestricted || (institutionKey !== null && institutions.includes(institutionKey))
