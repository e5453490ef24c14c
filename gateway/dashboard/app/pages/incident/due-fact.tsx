import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { dayTime, fullTime } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { Due } from '../incidents/due.tsx'
import type { Detail } from './timeline-entries.ts'

type Step = {
  /** What was to be done, and what is said once it was. */
  readonly what: 'acknowledge' | 'resolve'
  readonly dueAt: string | null
  readonly doneAt: string | null
  readonly missed: boolean
}

/** One of the two things that are due: until when, or whether it was done in time. */
const StepWords = ({ step, now, zone }: { readonly step: Step; readonly now: number; readonly zone?: string }) => {
  const { what, dueAt, doneAt, missed } = step
  if (dueAt === null) return null
  const isLate = missed || (doneAt === null ? now : Date.parse(doneAt)) > Date.parse(dueAt)
  const isAcknowledgement = what === 'acknowledge'
  if (doneAt !== null) {
    const late = isAcknowledgement ? t('acknowledged too late') : t('resolved too late')
    const inTime = isAcknowledgement ? t('acknowledged in time') : t('resolved in time')
    return <small>{isLate ? late : inTime}</small>
  }
  const time = (
    <time dateTime={dueAt} title={fullTime(dueAt, zone)}>
      {dayTime(dueAt, zone)}
    </time>
  )
  if (isAcknowledgement)
    return (
      <small>
        {isLate ? rich('was to be acknowledged by {time}', { time }) : rich('acknowledge by {time}', { time })}
      </small>
    )
  return <small>{isLate ? rich('was to be resolved by {time}', { time }) : rich('resolve by {time}', { time })}</small>
}

/** What is due of an incident by the targets of its institution; nothing where it has none. */
export const DueFact = ({ incident, zone }: { readonly incident: Detail; readonly zone: string | undefined }) => {
  const now = useNow()
  const { acknowledgeDueAt, resolveDueAt, acknowledgedAt, resolvedAt, nextDueAt } = incident
  if (acknowledgeDueAt === null && resolveDueAt === null) return null
  const steps: readonly Step[] = [
    // One that is resolved needs no acknowledgement any more.
    {
      what: 'acknowledge',
      dueAt: acknowledgeDueAt,
      doneAt: acknowledgedAt ?? resolvedAt,
      missed: incident.acknowledgeMissed,
    },
    { what: 'resolve', dueAt: resolveDueAt, doneAt: resolvedAt, missed: incident.resolveMissed },
  ]
  const isMissed = steps.some(({ missed }) => missed)
  return (
    <div>
      <dt>{t('Due')}</dt>
      <dd>
        {nextDueAt === null ? isMissed ? t('target missed') : t('in time') : <Due at={nextDueAt} zone={zone} />}
        {steps.map((step) => (
          <StepWords key={step.what} step={step} now={now} {...(zone === undefined ? {} : { zone })} />
        ))}
      </dd>
    </div>
  )
}
