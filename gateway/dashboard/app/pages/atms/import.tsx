import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fetchPlain } from '../../api/save-file.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import styles from './import.module.css'

/** The columns that a file may have besides the first. */
const COLUMNS =
  'institutionKey, name, vendor, model, siteName, serialNumber, region, costCentre, criticality, tags, carrier, ' +
  'latitude, longitude, timeZone'
const HINT = t(
  'With a header: {first}, and any of {others}. The list saved as CSV fits. An empty cell clears a value.',
  { first: 'agentAtmId', others: COLUMNS },
)

const SHOWN = 100

/** What an import did, or would do, as the platform says it. */
type Imported = {
  readonly rows: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly changes: readonly {
    readonly line: number
    readonly agentAtmId: string
    readonly kind: 'CREATED' | 'CHANGED'
    readonly fields: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[]
  }[]
  readonly errorCount: number
  readonly errors: readonly { readonly line: number; readonly column: string | null; readonly message: string }[]
}

const useImport = () => {
  const institution = useInstitution()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ file, dryRun }: { file: File; dryRun: boolean }): Promise<Imported> {
      const answer = await fetchPlain(`/incident/api/atms/import?dryRun=${dryRun}`, {
        ...{ institution, method: 'POST', body: file, headers: { 'content-type': 'text/csv' } },
      })
      return answer.json()
    },
    onSuccess: (_done, { dryRun }) => (dryRun ? undefined : queries.invalidateQueries()),
  })
}

const Faults = ({ errorCount, errors }: Imported) => (
  <section className={styles.part} aria-label={t('Faults')}>
    <h3 className={styles.bad}>
      {tn(errorCount, '{n} fault: nothing can be imported', '{n} faults: nothing can be imported')}
    </h3>
    <ul>
      {errors.slice(0, SHOWN).map(({ line, column, message }) => (
        <li key={`${line} ${column} ${message}`}>
          <b>{column === null ? t('Line {line}', { line }) : t('Line {line}, {column}', { line, column })}</b>{' '}
          <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  </section>
)

const Changes = ({ changes, created, changed }: Imported) => (
  <section className={styles.part} aria-label={t('Changes')}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Line')}</th>
          <th scope="col">{t('ATM')}</th>
          <th scope="col">{t('What changes')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, SHOWN).map(({ line, agentAtmId, kind, fields }) => (
          <tr key={line}>
            <td>{line}</td>
            <td className="id">{agentAtmId}</td>
            <td>
              {kind === 'CREATED' && <b>{tc('ATM', 'new')} </b>}
              {fields.map(({ name, before, after }) => (
                <span key={name} className={styles.field} dir="ltr">
                  {name}: {before !== null && <del>{before}</del>}{' '}
                  {after === null ? tc('value', 'none') : <ins>{after}</ins>}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {created + changed > SHOWN && (
      <p>{tn(created + changed - SHOWN, '{n} more line changes something.', '{n} more lines change something.')}</p>
    )}
  </section>
)

const Preview = ({ imported }: { readonly imported: Imported }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
  <section className={styles.preview} aria-label={t('Preview')} tabIndex={0}>
    <p aria-live="polite">
      {t('{lines}: {created}, {changed}, {unchanged}.', {
        lines: tn(imported.rows, '{n} line', '{n} lines'),
        created: tn(imported.created, '{n} new ATM', '{n} new ATMs'),
        changed: tn(imported.changed, '{n} changed', '{n} changed'),
        unchanged: tn(imported.unchanged, '{n} as it is', '{n} as they are'),
      })}
    </p>
    {imported.errorCount > 0 && <Faults {...imported} />}
    {imported.changes.length > 0 && <Changes {...imported} />}
  </section>
)

/** Imports ATMs from a file, after a look at what would change. */
export const Import = ({ close }: { readonly close: () => void }) => {
  const [file, setFile] = useState<File | null>(null)
  const preview = useImport()
  const keep = useImport()
  const shown = preview.data
  const choose = (chosen: File | null) => {
    setFile(chosen)
    keep.reset()
    if (chosen === null) preview.reset()
    else preview.mutate({ file: chosen, dryRun: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file === null) return
    keep.mutate(
      { file, dryRun: false },
      {
        onSuccess: ({ created, changed }) => {
          sayDone(
            t('{registered}, {changed}.', {
              registered: tn(created, '{n} ATM is registered', '{n} ATMs are registered'),
              changed: tn(changed, '{n} is changed', '{n} are changed'),
            }),
          )
          close()
        },
      },
    )
  }
  const isReady = shown !== undefined && shown.errorCount === 0 && shown.created + shown.changed > 0
  return (
    <Dialog title={t('Import ATMs')} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <Field label={t('CSV file')} hint={HINT}>
          {(input) => (
            <input
              {...input}
              type="file"
              accept=".csv,text/csv"
              onChange={({ target }) => choose(target.files?.[0] ?? null)}
            />
          )}
        </Field>
        {preview.isPending && <p role="status">{t('Reading the file…')}</p>}
        {shown !== undefined && <Preview imported={shown} />}
        <FormFault error={preview.error ?? keep.error} />
        <DialogActions action={t('Import')} disabled={!isReady || keep.isPending} close={close} />
      </form>
    </Dialog>
  )
}
