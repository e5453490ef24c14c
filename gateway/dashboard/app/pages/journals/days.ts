/** The day of an instant, such as `2026-11-20`, in the reader's zone or the one given. */
export const dayIn = (at: number, zone?: string | null): string =>
  new Intl.DateTimeFormat('sv-SE', zone === undefined || zone === null ? {} : { timeZone: zone }).format(new Date(at))

/** A day some days after another one; before it for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
