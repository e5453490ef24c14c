/** Keys are handed to PostgreSQL as a comma-separated setting, and name a topic. */
const INSTITUTION_KEY = /^[^,\s"\\{}]{1,64}$/

/** True for a key that a token could hold; no other may ever be stored, as nobody would see its rows. */
export const isInstitutionKey = (key: string): boolean => INSTITUTION_KEY.test(key)
