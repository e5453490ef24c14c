import { Link } from '@tanstack/react-router'
import type { TaskKind } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tc } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { BadgeGlyph, SeverityGlyph } from '../../ui/badge.tsx'
import { incidentTitle } from '../../ui/incident-title.ts'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import styles from './atm.module.css'
import type { AtmIncident, Step } from './steps.ts'

type NextStepsProps = {
  readonly steps: readonly Step[]
  readonly kinds: readonly TaskKind[] | null
  readonly push: (kind: TaskKind) => void
  /** Takes up an incident; undefined where the caller may not. */
  readonly acknowledge: ((incident: AtmIncident) => void) | undefined
  readonly busyId: number | undefined
}

const Title = ({ step }: { readonly step: Step }) =>
  step.incident === undefined ? (
    <b>{step.title}</b>
  ) : (
    <Link to={PATHS.incident} params={{ incidentId: String(step.incident.id) }}>
      <b>{step.title}</b>
    </Link>
  )

/** What to do next, before any picture. */
export const NextSteps = ({ steps, kinds, push, acknowledge, busyId }: NextStepsProps) => (
  <section className={styles.next} aria-label={t('What to do next')}>
    <ol>
      {steps.map((step) => {
        const { incident, push: kind } = step
        return (
          <li key={step.title} className={styles.step} data-tone={step.tone}>
            {incident !== undefined && <SeverityGlyph severity={incident.severity} />}
            {step.tone === 'good' && <BadgeGlyph badge="IN_SERVICE" />}
            <p>
              <Title step={step} />
              {incident !== undefined && incident.kind !== 'UNREACHABLE' && (
                <small> {rich('for {age}', { age: <Age at={incident.openedAt} /> })}</small>
              )}
              {(incident === undefined || incident.kind === 'UNREACHABLE') && ' '}
              <span>{step.advice}</span>
            </p>
            {incident?.status === 'OPEN' && acknowledge !== undefined && (
              <button
                type="button"
                className="button"
                data-size="small"
                disabled={busyId === incident.id}
                onClick={() => acknowledge(incident)}
                aria-label={t('Acknowledge: {title}', { title: incidentTitle(incident) })}
              >
                {tc('action', 'Acknowledge')}
              </button>
            )}
            {kind !== undefined && kinds?.includes(kind) && (
              <button
                type="button"
                className="button"
                data-size="small"
                onClick={() => push(kind)}
                aria-label={t('{command} because of: {step}', { command: TASK_KINDS[kind].label, step: step.title })}
              >
                {TASK_KINDS[kind].label}
              </button>
            )}
          </li>
        )
      })}
    </ol>
  </section>
)
