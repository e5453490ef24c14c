import { BADGES as KNOWN } from '../../../../schema/badge.ts'
import type { IncidentSeverity, ServiceState, StatusBadge } from '../gql/graphql.gen.ts'
import { t, translated } from '../language/texts.ts'
import styles from './badge.module.css'

type Look = { readonly label: string; readonly tone: string }

const labelOf = (badge: StatusBadge): string => translated(KNOWN.find((known) => known.badge === badge)?.words ?? badge)

/** The five badges: colour and silhouette of each are decided here alone. */
export const BADGES: Readonly<Record<StatusBadge, Look>> = {
  AGENT_OFFLINE: { label: labelOf('AGENT_OFFLINE'), tone: 'off' },
  IN_SUPERVISOR: { label: labelOf('IN_SUPERVISOR'), tone: 'maint' },
  OUT_OF_SERVICE: { label: labelOf('OUT_OF_SERVICE'), tone: 'bad' },
  IN_SERVICE: { label: labelOf('IN_SERVICE'), tone: 'ok' },
  UNKNOWN: { label: labelOf('UNKNOWN'), tone: 'unk' },
}

/** The badges as a page lists them: what works first, then by precedence. */
export const BADGE_ORDER = ['IN_SERVICE', 'AGENT_OFFLINE', 'IN_SUPERVISOR', 'OUT_OF_SERVICE', 'UNKNOWN'] as const

const WRENCH =
  'M10.9 1.5a3.9 3.9 0 0 0-3.7 5.1L1.8 12a1.55 1.55 0 0 0 2.2 2.2l5.4-5.4a3.9 3.9 0 0 0 5-5l-2.2 2.2' +
  '-2.1-.1-.1-2.1 2.2-2.2a4 4 0 0 0-1.3-.1Z'
const QUESTION = 'M6.5 6.5c.1-.9.7-1.4 1.6-1.4.9 0 1.6.6 1.6 1.4 0 1.2-1.6 1.2-1.6 2.4M8.05 11v.1'

const silhouettes: Readonly<Record<StatusBadge, React.ReactNode>> = {
  IN_SERVICE: (
    <>
      <circle cx="8" cy="8" r="7" className={styles.fill} />
      <path d="m5 8.2 2.1 2.1L11 6.2" className={styles.ink} />
    </>
  ),
  OUT_OF_SERVICE: (
    <>
      <rect x="1.4" y="1.4" width="13.2" height="13.2" rx="2.6" className={styles.fill} />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" className={styles.ink} />
    </>
  ),
  AGENT_OFFLINE: (
    <>
      <circle cx="8" cy="8" r="5.9" className={styles.line} />
      <path d="m2.2 13.8 11.6-11.6" className={styles.line} />
    </>
  ),
  IN_SUPERVISOR: <path d={WRENCH} className={styles.fill} />,
  UNKNOWN: (
    <>
      <circle cx="8" cy="8" r="6.2" className={styles.line} strokeDasharray="2.4 2.47" />
      <path d={QUESTION} className={styles.line} strokeWidth="1.4" />
    </>
  ),
}

/** The silhouette of a badge; they differ without their colours. */
export const BadgeGlyph = ({ badge, size = 16 }: { readonly badge: StatusBadge; readonly size?: number }) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    className={`${styles.glyph} forced`}
    data-tone={BADGES[badge].tone}
    aria-hidden="true"
  >
    {silhouettes[badge]}
  </svg>
)

/** The one badge of an ATM, with its word. */
export const Badge = ({ badge }: { readonly badge: StatusBadge }) => (
  <span className={styles.badge} data-tone={BADGES[badge].tone}>
    <BadgeGlyph badge={badge} size={13} />
    {BADGES[badge].label}
  </span>
)

/**
 * What an ATM that cannot be reached did when it was last heard of, as `in service`; null for one that is reached,
 * whose badge says it, and where nothing was ever reported.
 */
export const lastKnownOf = (badge: StatusBadge, state: ServiceState | null | undefined): string | null =>
  badge !== 'AGENT_OFFLINE' || state === null || state === undefined || state === 'UNKNOWN'
    ? null
    : BADGES[state].label.toLowerCase()

type SeverityLook = Look & { readonly bars: number; readonly rank: string }

/** Severity is a number of bars, and a filled block for the worst, so that it survives paper. */
export const SEVERITIES: Readonly<Record<IncidentSeverity, SeverityLook>> = {
  CRITICAL: { label: t('Critical'), rank: 'P1', tone: 'bad', bars: 0 },
  HIGH: { label: t('High'), rank: 'P2', tone: 'warn', bars: 3 },
  MEDIUM: { label: t('Medium'), rank: 'P3', tone: 'plain', bars: 2 },
  LOW: { label: t('Low'), rank: 'P4', tone: 'plain', bars: 1 },
}
export const SEVERITY_ORDER = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const

const BARS = [0, 1, 2] as const

export const SeverityGlyph = ({
  severity,
  size = 16,
}: {
  readonly severity: IncidentSeverity
  readonly size?: number
}) => {
  const { tone, bars } = SEVERITIES[severity]
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={`${styles.glyph} forced`}
      data-tone={tone}
      aria-hidden="true"
    >
      {bars === 0 ? (
        <>
          <rect x="1" y="1" width="14" height="14" rx="4" className={styles.fill} />
          <path d="M8 4.4v4.4M8 11.5v.1" className={styles.ink} strokeWidth="1.9" />
        </>
      ) : (
        BARS.map((bar) => (
          <rect
            key={bar}
            x={1.6 + bar * 4.6}
            y={10 - bar * 3.6}
            width="3.4"
            height={4.4 + bar * 3.6}
            rx="1"
            className={bar < bars ? styles.fill : styles.ghost}
          />
        ))
      )}
    </svg>
  )
}

/** The bars of a severity with its word. */
export const Severity = ({ severity }: { readonly severity: IncidentSeverity }) => (
  <span className={styles.severity}>
    <SeverityGlyph severity={severity} size={14} />
    {SEVERITIES[severity].label}
  </span>
)

/**
 * The amber triangle beside the badge of an ATM that serves although an incident of HIGH or CRITICAL severity is
 * open.
 */
export const TroubleMark = ({ worst }: { readonly worst: IncidentSeverity | null | undefined }) =>
  worst === 'HIGH' || worst === 'CRITICAL' ? (
    <svg viewBox="0 0 16 16" width="14" height="14" className={`${styles.glyph} forced`} data-tone="warn" role="img">
      <title>{t('Open incident: {severity}', { severity: SEVERITIES[worst].label })}</title>
      <path
        d="M8 1.2c.5 0 .9.25 1.15.68l5.5 9.9c.5.9-.13 2.02-1.15 2.02h-11
          c-1.02 0-1.65-1.12-1.15-2.02l5.5-9.9C7.1 1.45 7.5 1.2 8 1.2Z"
        className={styles.fill}
      />
      <path d="M8 5.6v3.3M8 11.3v.1" className={styles.ink} />
    </svg>
  ) : null
