import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { execute, useAction } from '../../../api/client.ts'
import { useInstitutions } from '../../../api/institutions.ts'
import { useAuth, useRole } from '../../../api/session.ts'
import {
  type IncidentSeverity,
  IncidentTargetsDocument,
  type TargetsRowFragment,
  WriteIncidentTargetsDocument,
} from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { useInstitution } from '../../../scope.ts'
import { SEVERITIES as LOOKS, SeverityGlyph } from '../../../ui/badge.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field, FormFault } from '../../../ui/field.tsx'
import { sayDone } from '../../../ui/toast/toast.tsx'
import {
  type Draft,
  draftOf,
  faultsOf,
  type HoursDraft,
  inputOf,
  SEVERITIES,
  type TargetDraft,
  usedHours,
} from './draft.rules.ts'
import { HoursFields } from './hours-fields.tsx'
import styles from './targets.module.css'

/** Whether the browser, and so the platform, knows a zone of this name. */
const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const hoursName = (place: number, of: number): string =>
  of === 1 ? t('Business hours') : t('Business hours {n}', { n: place + 1 })

type SeverityProps = {
  readonly severity: IncidentSeverity
  readonly draft: Draft
  readonly faultOf: (field: string) => string | undefined
  readonly change: (part: Partial<TargetDraft>) => void
}

const SeverityFields = ({ severity, draft, faultOf, change }: SeverityProps) => {
  const target = draft.targets[severity]
  const time = (name: 'acknowledge' | 'resolve', label: string) => (
    <Field label={label} fault={faultOf(`${severity}.${name}`)}>
      {(input) => (
        <input
          {...input}
          type="text"
          maxLength={20}
          autoComplete="off"
          placeholder={t('no target')}
          value={target[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset className={styles.part}>
      <legend>
        <SeverityGlyph severity={severity} size={14} />
        {LOOKS[severity].label}
      </legend>
      <div className={styles.row}>
        {time('acknowledge', t('Acknowledge within'))}
        {time('resolve', t('Resolve within'))}
        <Field label={t('Counted in')}>
          {(input) => (
            <select
              {...input}
              value={target.hours ?? ''}
              onChange={({ target: { value } }) => change({ hours: value === '' ? null : Number(value) })}
            >
              <option value="">{t('All hours')}</option>
              {draft.hours.map((_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hours are known by their places, which never change
                <option key={place} value={place}>
                  {hoursName(place, draft.hours.length)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </fieldset>
  )
}

type InstitutionProps = {
  readonly value: string
  readonly error: unknown
  readonly onChange: (institutionKey: string) => void
}

/** Whose targets they are: one of those that the caller sees, found by typing. */
const InstitutionField = ({ value, error, onChange }: InstitutionProps) => {
  const list = useId()
  const { data } = useInstitutions()
  return (
    <Field label={t('Institution')} name="institutionKey" error={error} hint={t('Whose incidents have these targets.')}>
      {(input) => (
        <>
          <input
            {...input}
            type="text"
            list={list}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={list}>
            {(data?.data.institutions ?? []).map(({ key }) => (
              <option key={key} value={key} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** Of which institution the targets are to be set: the one of the row, the one that is looked at, or the caller's. */
const useChosen = (row: TargetsRowFragment | undefined) => {
  const institution = useInstitution()
  const own = useAuth().session?.institutions ?? []
  const fixed = row?.institutionKey ?? institution ?? (own.length === 1 ? own[0] : undefined)
  const [typed, type] = useState('')
  return { isFixed: fixed !== undefined, key: fixed ?? typed.trim(), typed, type }
}

/** The targets that an institution has, whichever one is looked at: saving replaces them. */
const useTargetsOf = (key: string, isAsked: boolean) => {
  const { session } = useAuth()
  const isUnrestricted = useRole('ADMIN', 'BCOS_ADMIN')
  const isSeen = isUnrestricted || session?.institutions.includes(key) === true
  const query = useQuery({
    queryKey: ['targets', key, session?.token],
    queryFn: ({ signal }) => execute(IncidentTargetsDocument, { page: 0, size: 1 }, { institution: key, signal }),
    enabled: isAsked && isSeen && key !== '',
  })
  return { row: query.data?.data.incidentTargets?.content[0], isLoading: query.isLoading }
}

type Edit = (draft: Draft) => Draft

/**
 * The typed targets of an institution; reset when another institution is chosen. What was typed before its targets
 * came, or before any institution was chosen, is typed over them; what was typed for another institution is not.
 */
const useDraft = (key: string, row: TargetsRowFragment | undefined) => {
  const freshOf = (edits: readonly Edit[]) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const draft = edits.reduce((now, edit) => edit(now), draftOf(row?.targets ?? [], timeZone))
    return { of: row?.institutionKey, edits, editedOf: '', draft }
  }
  const [state, setState] = useState(() => freshOf([]))
  const isForOther = state.editedOf !== '' && state.editedOf !== key
  if (state.of !== row?.institutionKey || isForOther)
    setState(freshOf(state.of === undefined && !isForOther ? state.edits : []))
  const change = (edit: Edit) =>
    setState(({ of, edits, draft }) => ({ of, edits: [...edits, edit], editedOf: key, draft: edit(draft) }))
  return { draft: state.draft, change }
}

/** An edit of the target of a severity. */
const editTarget =
  (severity: IncidentSeverity, part: Partial<TargetDraft>): Edit =>
  (draft) => ({ ...draft, targets: { ...draft.targets, [severity]: { ...draft.targets[severity], ...part } } })

/** An edit of the hours at a place. */
const editHours =
  (place: number, hours: HoursDraft): Edit =>
  (draft) => ({ ...draft, hours: draft.hours.map((one, at) => (at === place ? hours : one)) })

type FormProps = {
  /** The targets that are changed; without them an institution is chosen. */
  readonly row?: TargetsRowFragment
  readonly close: () => void
}

/** Sets the targets of an institution. */
export const TargetsForm = ({ row, close }: FormProps) => {
  const chosen = useChosen(row)
  const known = useTargetsOf(chosen.key, row === undefined)
  const { draft, change } = useDraft(chosen.key, row ?? known.row)
  const [isTried, setTried] = useState(false)
  const write = useAction(WriteIncidentTargetsDocument)
  const isOff = write.isPending || known.isLoading || chosen.key === ''
  const faults = faultsOf(draft, isZone)
  const faultOf = (field: string) => (isTried ? faults.get(field) : undefined)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isOff || faults.size > 0) return
    const targets = inputOf(draft)
    const done = () => {
      sayDone(
        targets.length === 0
          ? t('{institution} has no targets any more.', { institution: chosen.key })
          : t('Targets of {institution} set.', { institution: chosen.key }),
      )
      close()
    }
    write.mutate({ institutionKey: chosen.key, targets }, { onSuccess: done })
  }
  return (
    <Dialog
      title={chosen.isFixed ? t('Targets of {institution}', { institution: chosen.key }) : t('Set targets')}
      side="right"
      close={close}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {!chosen.isFixed && <InstitutionField value={chosen.typed} error={write.error} onChange={chosen.type} />}
        <p>{t('Times from when an incident opens, such as 30 min, 4 h or 2 d. Blank is no target.')}</p>
        {SEVERITIES.map((severity) => (
          <SeverityFields
            key={severity}
            {...{ severity, draft, faultOf }}
            change={(part) => change(editTarget(severity, part))}
          />
        ))}
        {usedHours(draft).map((place) => {
          const hours = draft.hours[place]
          return hours === undefined ? null : (
            <HoursFields
              key={place}
              name={hoursName(place, draft.hours.length)}
              hours={hours}
              faultOf={(field) => faultOf(`${place}.${field}`)}
              change={(next) => change(editHours(place, next))}
            />
          )
        })}
        <FormFault error={write.error} fields={['institutionKey']} />
        <DialogActions action={t('Save')} disabled={isOff} sticky close={close} />
      </form>
    </Dialog>
  )
}
