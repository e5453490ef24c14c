import type { TaskKind } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'

/** A field of the params of a kind of task. */
export type ParamField = {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly type: 'number' | 'text' | 'json'
  readonly least?: number
  readonly most?: number
}

type Kind = {
  readonly label: string
  /** What it does to the ATM, shown before it is pushed. */
  readonly effect: string
  readonly fields: readonly ParamField[]
  /** Whether it can take the ATM out of service, so that its number is asked for. */
  readonly dangerous: boolean
  /** Whether customers can ever be granted it. */
  readonly grantable: boolean
}

const VERSION: ParamField = { name: 'version', label: t('Version'), hint: t('Such as 4.2.1.'), type: 'text' }

/** What is known of each kind of task; the platform checks it all once more. */
export const TASK_KINDS: Readonly<Record<TaskKind, Kind>> = {
  REBOOT: {
    label: t('Reboot'),
    effect: t('Restarts the ATM; it is out of service until it is up again.'),
    fields: [
      {
        name: 'delaySeconds',
        label: t('Delay in seconds'),
        hint: t('From when the agent has it, up to 86,400. Empty: at once.'),
        type: 'number',
        least: 0,
        most: 86_400,
      },
    ],
    dangerous: true,
    grantable: true,
  },
  RESTART_AGENT: {
    label: t('Restart agent'),
    effect: t('Restarts the agent only; the ATM goes on serving.'),
    fields: [],
    dangerous: false,
    grantable: true,
  },
  CONFIG_UPDATE: {
    label: t('Update configuration'),
    effect: t('Replaces settings of the ATM by what is given here.'),
    fields: [{ name: 'config', label: t('Configuration'), hint: t('A JSON object, 16 KiB at most.'), type: 'json' }],
    dangerous: true,
    grantable: false,
  },
  INSTALL_MODULE: {
    label: t('Install module'),
    effect: t('Installs software on the ATM.'),
    fields: [{ name: 'module', label: t('Module'), hint: t('Its name, such as card-reader.'), type: 'text' }, VERSION],
    dangerous: true,
    grantable: false,
  },
  UPDATE_AGENT: {
    label: t('Update agent'),
    effect: t('Replaces the agent; nothing is heard of the ATM meanwhile.'),
    fields: [VERSION],
    dangerous: true,
    grantable: false,
  },
  PACKET_CAPTURE: {
    label: t('Capture packets'),
    effect: t('Records the network traffic of the ATM for a while.'),
    fields: [
      { name: 'seconds', label: t('For how many seconds'), hint: t('1 to 600.'), type: 'number', least: 1, most: 600 },
    ],
    dangerous: false,
    grantable: false,
  },
}

/** Why a customer may not push a kind, in the platform's words. */
export const refusalOf = (kind: TaskKind): string =>
  TASK_KINDS[kind].grantable
    ? t('Your institution is not permitted to push {command}; ask your service provider.', { command: kind })
    : t('{command} can never be pushed by a customer.', { command: kind })

/** The value of a form's text; undefined where it is left out. @throws SyntaxError for text that is no JSON. */
const readField = (field: ParamField, text: string): unknown => {
  if (text.trim() === '') return undefined
  if (field.type === 'number') return Number(text)
  return field.type === 'json' ? JSON.parse(text) : text.trim()
}

type Params = { readonly params: Readonly<Record<string, unknown>> | null } | { readonly faultyField: string }

/** The params of a task as typed; or the field whose text is no JSON. */
export const paramsOf = (kind: TaskKind, typed: Readonly<Record<string, string>>): Params => {
  const params: Record<string, unknown> = {}
  for (const field of TASK_KINDS[kind].fields) {
    try {
      const value = readField(field, typed[field.name] ?? '')
      if (value !== undefined) params[field.name] = value
    } catch {
      return { faultyField: field.name }
    }
  }
  return { params: Object.keys(params).length === 0 ? null : params }
}

/** A key of a request: the same one again is the same task. */
export const newRequestKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
