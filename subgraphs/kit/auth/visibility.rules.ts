import type { Visibility } from '../../../db/tenancy.ts'

/** Whether a caller sees the rows of an institution; null is that of no institution. */
export const seesInstitution = ({ unrestricted, institutions }: Visibility, institutionKey: string | null): boolean =>
  unrestricted || (institutionKey !== null && institutions.includes(institutionKey))
