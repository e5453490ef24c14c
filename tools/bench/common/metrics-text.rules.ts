/** A value of `/metrics` with its labels as they are written, `{service="journal"}` or nothing. */
export type Sample = { readonly name: string; readonly labels: string; readonly value: number }

/** The samples of the text of `/metrics`, which has no times. */
export const readSamples = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const end = line.lastIndexOf(' ')
      const labelsAt = line.indexOf('{')
      const nameEnd = labelsAt < 0 ? end : labelsAt
      return { name: line.slice(0, nameEnd), labels: line.slice(nameEnd, end), value: Number(line.slice(end + 1)) }
    })
