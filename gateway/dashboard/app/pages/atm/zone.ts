/** The day of an instant in a zone, such as `2026-11-20`; in the reader's where none is known. */
export const dayIn = (at: number | string, zone: string | undefined): string =>
  new Intl.DateTimeFormat('sv-SE', zone === undefined ? {} : { timeZone: zone }).format(new Date(at))

/** A day some days before another one. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** `UTC+3`, of a zone at an instant. */
export const offsetOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
    .replace('-', '\u2212') ?? zone
