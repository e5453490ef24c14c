import { type FleetShape, RANK_SQL } from '../common/fleet.ts'

const DAYS_OF_TOTALS = 7

export const TRUNCATE_JOURNAL = `truncate journal.gap, journal.atm_day_total, journal.atm_journal, journal.atm_group,
  journal.outbox`

/**
 * Journals and groups of every ATM; totals of the last days; open gaps at every fifth ATM, 1.3 an ATM in all; and
 * closed ones.
 */
export const fillJournals = (shape: FleetShape): string[] => [
  `insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, first_date)
  select id, agent_atm_id, institution_key, current_date - 400 from incident.atm`,
  `insert into journal.atm_group (atm_id, institution_key, vendor, model, site_name, region, cost_centre, criticality,
    edition)
  select id, institution_key, vendor, model, site_name, region, cost_centre, criticality, edition from incident.atm`,
  `insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
  select current_date - d, a.id, a.institution_key, a.agent_atm_id, t.n, t.n * 8 / 10, t.n / 10
  from generate_series(0, ${DAYS_OF_TOTALS - 1}) d cross join incident.atm a
  cross join lateral (select 40 + floor(random() * 200)::int + (a.id * 0)::int as n) t`,
  `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
  select a.institution_key, a.id, a.agent_atm_id, current_date - g, 'OPEN', now()
  from incident.atm a cross join lateral generate_series(1, (1 + a.id * 31 % 12)::int) g
  where ${RANK_SQL('a.id', shape)} % 5 = 0`,
  `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at, closed_at)
  select a.institution_key, a.id, a.agent_atm_id, current_date - 30 - g, 'CLOSED', now() - interval '30 days',
    now() - interval '29 days'
  from incident.atm a cross join generate_series(1, 3) g`,
]
