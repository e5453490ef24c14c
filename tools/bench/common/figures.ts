/** The value below which `share` of the samples lie; NaN of none. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = Float64Array.from(samples).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Rows of text in columns: the first flush left, the others right. */
export const tableOf = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_title, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A duration for a table: `7.6`. */
export const msText = (ms: number): string => (ms < 100 ? ms.toFixed(1) : ms.toFixed(0))

/** A number with thousands set apart. */
export const countText = (count: number): string => Math.round(count).toLocaleString('en')

/** How a goal came out. */
export const verdict = (met: boolean): string => (met ? 'met' : 'MISSED')
