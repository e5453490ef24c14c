import { DASHBOARDS, type Panel } from './panels.ts'

const COLUMNS = 24
const SOURCE = { type: 'prometheus', uid: 'prometheus' }

const panelJson = ({ title, unit, targets, about, stat = false }: Panel, id: number, gridPos: unknown) => ({
  id,
  title,
  ...(about === undefined ? {} : { description: about }),
  type: stat ? 'stat' : 'timeseries',
  datasource: SOURCE,
  gridPos,
  fieldConfig: { defaults: { unit, ...(stat ? { decimals: unit === 'short' ? 0 : 3 } : { min: 0 }) }, overrides: [] },
  ...(stat
    ? { options: { reduceOptions: { calcs: ['lastNotNull'] } } }
    : { options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } } }),
  targets: targets.map(([legendFormat, expr], at) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + at),
    datasource: SOURCE,
    expr,
    legendFormat,
  })),
})

/** Figures in one row, then charts in two columns. */
const layOut = (panels: readonly Panel[]): readonly unknown[] => {
  const stats = panels.filter(({ stat }) => stat)
  const width = Math.floor(COLUMNS / Math.max(1, stats.length))
  const top = stats.length > 0 ? 5 : 0
  let chart = -1
  return panels.map((panel, at) => {
    if (panel.stat) return panelJson(panel, at + 1, { x: stats.indexOf(panel) * width, y: 0, w: width, h: top })
    chart += 1
    return panelJson(panel, at + 1, { x: (chart % 2) * 12, y: top + Math.floor(chart / 2) * 8, w: 12, h: 8 })
  })
}

/** The dashboards of Grafana by file name, as JSON. */
export const dashboardFiles = (): ReadonlyMap<string, string> =>
  new Map(
    DASHBOARDS.map(({ uid, title, panels }) => [
      `${uid.replace('fleetops-', '')}.json`,
      `${JSON.stringify(
        {
          uid,
          title,
          tags: ['fleetops'],
          editable: false,
          schemaVersion: 41,
          refresh: '30s',
          time: { from: 'now-6h', to: 'now' },
          timezone: 'browser',
          links: [{ title: 'FleetOps', type: 'dashboards', tags: ['fleetops'], asDropdown: true }],
          panels: layOut(panels),
        },
        null,
        2,
      )}\n`,
    ]),
  )
