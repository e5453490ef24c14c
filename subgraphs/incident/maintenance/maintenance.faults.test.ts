import { describe, expect, it } from 'vitest'
import { at, createMaintenanceTest, iso } from './maintenance.testing.ts'

const { acme, incidents, inspector, open, platform, post, runJob } = createMaintenanceTest()

describe('a maintenance window that cannot be applied as it is stored', () => {
  const failing = (isFailing: boolean) =>
    inspector().rows(
      isFailing
        ? `create function incident.fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
          create trigger fail before insert or update on incident.atm_maintenance execute function incident.fail()`
        : 'drop function incident.fail() cascade',
    )

  it('is there once, and is applied by the job', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await failing(true)
    const { status, window } = await open(0, 60)
    expect(status).toBe(201)
    await failing(false)
    await runJob(1)
    await post('M-1', 'DISPENSER_JAM', 5)
    await failing(true)
    const end = await platform().ask('DELETE', `/incident/api/maintenance-windows/${window.id}`, { as: acme() })
    expect(end.status).toBe(204)
    await failing(false)
    expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED'])
    await runJob(6)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN'])
  })

  it('is not applied by those who open others', async () => {
    const admin = await platform().token({ role: 'ADMIN' })
    await failing(true)
    expect((await open(0, 60, { institutionKey: 'BETA' }, admin)).status).toBe(201)
    await failing(false)
    await open(0, 60)
    const waiting = () =>
      inspector().rows('select institution_key as of from incident.maintenance_window where next_at is not null')
    expect(await waiting()).toEqual([{ of: 'BETA' }])
    await runJob(1)
    expect(await waiting()).toEqual([])
  })
})

describe('maintenance windows', () => {
  it('are refused where an institution has a thousand that are not over, also of those that have begun', async () => {
    await inspector().rows(
      `insert into incident.maintenance_window (institution_key, starts_at, ends_at, time_zone, reason, created_by,
        created_at, attribute, value)
      select 'ACME', t, t + case when n <= 998 then interval '1 hour' else interval '1 minute' end, 'UTC', 'Works', '9',
        t, 'siteName', 'S' from generate_series(1, 1200) n cross join (select $1::timestamptz) of (t)`,
      [iso(0)],
    )
    platform().clock.set(at(5))
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(5, 60)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
    platform().clock.set(at(61))
    expect((await open(61, 70)).status).toBe(201)
  })
})
