const two = (n: string): string => n.padStart(2, '0')

/** A cron expression of five fields, or of six with seconds first, in words where there are short ones. */
export const scheduleWords = (cron: string | null, zone: string): string => {
  if (cron === null) return 'by hand only'
  const seconds = /^\*\/(\d+) \* \* \* \* \*$/.exec(cron)?.[1]
  if (seconds !== undefined) return `every ${seconds} seconds`
  const [minute = '', hour = '', ...rest] = cron.split(' ')
  if (rest.join(' ') !== '* * *') return cron
  if (minute === '*' && hour === '*') return 'every minute'
  const step = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (step !== undefined && hour === '*') return `every ${step} minutes`
  if (!/^\d+$/.test(minute)) return cron
  if (hour === '*') return `every hour at :${two(minute)}`
  return /^\d+$/.test(hour) ? `every day at ${two(hour)}:${two(minute)} ${zone}` : cron
}
