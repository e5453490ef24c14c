import { t, tn } from '../../language/texts.ts'

const two = (n: string): string => n.padStart(2, '0')

/** A cron expression of five fields, or of six with seconds first, in words where there are short ones. */
export const scheduleWords = (cron: string | null, zone: string): string => {
  if (cron === null) return t('by hand only')
  const seconds = /^\*\/(\d+) \* \* \* \* \*$/.exec(cron)?.[1]
  if (seconds !== undefined) return tn(Number(seconds), 'every {n} second', 'every {n} seconds')
  const [minute = '', hour = '', ...rest] = cron.split(' ')
  if (rest.join(' ') !== '* * *') return cron
  if (minute === '*' && hour === '*') return t('every minute')
  const step = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (step !== undefined && hour === '*') return tn(Number(step), 'every {n} minute', 'every {n} minutes')
  if (!/^\d+$/.test(minute)) return cron
  if (hour === '*') return t('every hour at :{minute}', { minute: two(minute) })
  return /^\d+$/.test(hour) ? t('every day at {time} {zone}', { time: `${two(hour)}:${two(minute)}`, zone }) : cron
}
