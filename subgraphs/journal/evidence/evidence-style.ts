/** How a page of evidence looks, on a screen and on A4. */
export const STYLE = `
@page { size: A4; margin: 16mm 14mm 18mm; }
:root { --ink: #1a2230; --soft: #5b6675; --line: #d9dee6; --tint: #f4f6f9; --good: #14693f; --bad: #a3261f;
  --open: #8a5a00; }
* { box-sizing: border-box; }
html { background: #e9edf2; color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; }
body { margin: 0; }
main { max-width: 210mm; margin: 24px auto; padding: 36px 44px 28px; background: #fff; border-radius: 6px;
  box-shadow: 0 1px 4px rgb(20 30 50 / 18%); }
header { border-bottom: 2px solid var(--ink); padding-bottom: 14px; }
header p { margin: 0; color: var(--soft); }
header p:first-child { font-size: 12px; letter-spacing: .08em; text-transform: uppercase; }
h1 { margin: 2px 0; font-size: 26px; line-height: 1.25; }
h2 { margin: 26px 0 8px; font-size: 15px; }
.outcome { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; margin-top: 18px; }
.badge { border: 1px solid var(--line); border-left: 5px solid var(--soft); border-radius: 4px; padding: 9px 14px; }
.badge span { display: block; color: var(--soft); font-size: 12px; }
.badge strong { font-size: 16px; }
.badge.good { border-left-color: var(--good); } .badge.good strong { color: var(--good); }
.badge.bad { border-left-color: var(--bad); } .badge.bad strong { color: var(--bad); }
.badge.open { border-left-color: var(--open); } .badge.open strong { color: var(--open); }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 0 28px; margin: 0; }
dl div { display: flex; gap: 12px; padding: 5px 0; border-bottom: 1px solid var(--line); break-inside: avoid; }
dt { flex: 0 0 38%; color: var(--soft); }
dd { flex: 1; margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
dd.missing { color: var(--soft); font-style: italic; }
.badge { color: var(--soft); font-size: 13px; } .badge strong { display: block; }
.conflicts { grid-column: 1 / -1; margin: 0; padding: 9px 14px 9px 32px; border: 1px solid var(--open);
  border-radius: 4px; background: #fff8e8; color: #5c3d00; }
.notes tr { color: var(--ink); }
.notes { width: auto; margin-top: 14px; border: 0; font-size: inherit; }
.notes th, .notes td { padding: 3px 14px 3px 0; border: 0; border-bottom: 1px solid var(--line); color: inherit;
  font-family: inherit; font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.notes th:first-child { text-align: left; } .notes thead th { color: var(--soft); }
.hash { margin: 10px 0 0; } .hash span { color: var(--soft); }
code, td { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, "Liberation Mono", monospace; }
code { display: block; font-size: 12.5px; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); font-size: 12.5px; line-height: 1.45; }
.hint { margin: 0 0 6px; color: var(--soft); font-size: 12px; }
.printed > section + section { margin-top: 10px; }
.attempt { display: grid; grid-template-columns: minmax(0, 1fr) 62mm; gap: 14px; align-items: start; }
.attempt table.lines { grid-column: 1; grid-row: 1; }
.card { grid-column: 2; grid-row: 1; padding: 9px 12px; border: 1px solid var(--line);
  border-left: 5px solid var(--soft); border-radius: 4px; font-size: 12.5px; break-inside: avoid; }
.card.good { border-left-color: var(--good); } .card.bad { border-left-color: var(--bad); }
.card.open { border-left-color: var(--open); }
.card h3 { margin: 0; font-size: 14px; }
.card h3 strong { margin-left: 6px; padding: 1px 7px; border-radius: 9px; background: var(--ink); color: #fff;
  font-size: 11px; font-weight: 500; }
.card p { margin: 3px 0 0; } .card .what, .card .id { color: var(--soft); } .card .verdict { font-weight: 600; }
.card .conflicts { margin-top: 6px; padding: 5px 8px 5px 22px; } .card .notes { width: 100%; margin-top: 6px; }
.card .notes th, .card .notes td { padding-right: 0; padding-left: 8px; white-space: normal; }
.card .notes th:first-child { padding-left: 0; }
.decides { float: right; margin-left: 10px; color: var(--ink); font: 600 11px/1.6 system-ui, "Segoe UI", sans-serif; }
tr.deciding td { font-weight: 700; }
tr { break-inside: avoid; color: var(--soft); }
tr.of { background: var(--tint); color: var(--ink); }
th { width: 1%; padding: 1px 10px; border-right: 1px solid var(--line); color: var(--soft); font-weight: 400;
  font-variant-numeric: tabular-nums; text-align: right; vertical-align: top; }
tr.of th { border-right: 2px solid var(--ink); }
td { padding: 1px 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
tr.gap td { font-family: inherit; font-style: italic; }
footer { margin-top: 22px; padding-top: 10px; border-top: 1px solid var(--line); color: var(--soft); font-size: 12px; }
footer p { margin: 0; }
@media (max-width: 640px) { main { margin: 0; padding: 20px 16px; border-radius: 0; }
  .outcome, dl, .attempt { grid-template-columns: 1fr; }
  .card { grid-column: 1; } .attempt table.lines { grid-row: 2; } }
@media print { html { background: #fff; font-size: 13px; }
  main { max-width: none; margin: 0; padding: 0; box-shadow: none; } h2 { break-after: avoid; } }
`
