import { type ReactNode, useId } from 'react'
import { faultOfField, RequestError, wordsOf } from '../api/problem.ts'
import styles from './field.module.css'

type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  /** The failure of the form, if it failed, and the name that the platform gives this field. */
  readonly error?: unknown
  readonly name?: string
  /** What the form itself found wrong with it. */
  readonly fault?: string | undefined
  /** Draws the input with what ties it to its words. */
  readonly children: (input: {
    readonly id: string
    readonly 'aria-describedby': string
    readonly 'aria-invalid': boolean
  }) => ReactNode
}

/** A labelled input with what the form or the platform found wrong with it. */
export const Field = ({ label, hint, error, name, fault: own, children }: FieldProps) => {
  const id = useId()
  const fault = own ?? (name === undefined ? undefined : faultOfField(error, name))
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-more`, 'aria-invalid': fault !== undefined })}
      <p id={`${id}-more`} className={fault === undefined ? styles.hint : styles.fault}>
        {fault ?? hint}
      </p>
    </div>
  )
}

/** Why a form as a whole was refused; what is shown beside its fields is left out. */
export const FormFault = ({ error, fields = [] }: { readonly error: unknown; readonly fields?: readonly string[] }) => {
  if (error === null || error === undefined) return null
  if (error instanceof RequestError && fields.some((field) => faultOfField(error, field) !== undefined)) return null
  return (
    <p role="alert" className={styles.formFault}>
      {wordsOf(error)}
    </p>
  )
}
