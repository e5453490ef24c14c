import type { TaskKind } from '../../gql/graphql.gen.ts'

/** A field of a command's parameters. */
export type Param = {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly type: 'number' | 'text' | 'json'
}

type Command = {
  readonly label: string
  /** What it does, to somebody who is about to do it. */
  readonly effect: string
  /** True for what may take the ATM away from its customers: its id has to be typed. */
  readonly isDangerous: boolean
  readonly params: readonly Param[]
}

const VERSION: Param = { name: 'version', label: 'Version', hint: 'Left empty: the newest.', type: 'text' }

/** The six commands, as people are told of them. */
export const COMMANDS: Readonly<Record<TaskKind, Command>> = {
  RESTART_AGENT: {
    label: 'Restart the agent',
    effect: 'The ATM goes on serving; it is not heard of until its agent is back.',
    isDangerous: false,
    params: [],
  },
  REBOOT: {
    label: 'Reboot the ATM',
    effect: 'The ATM stops serving until it is up again; a customer who stands before it is cut off.',
    isDangerous: true,
    params: [
      { name: 'delaySeconds', label: 'Delay', hint: 'Seconds to wait before; left empty: at once.', type: 'number' },
    ],
  },
  UPDATE_AGENT: {
    label: 'Update the agent',
    effect: 'The agent replaces itself and starts again.',
    isDangerous: true,
    params: [VERSION],
  },
  INSTALL_MODULE: {
    label: 'Install a module',
    effect: 'The agent installs a module on the ATM.',
    isDangerous: true,
    params: [{ name: 'module', label: 'Module', hint: 'Its name.', type: 'text' }, VERSION],
  },
  CONFIG_UPDATE: {
    label: 'Update the configuration',
    effect: 'The agent takes over a new configuration.',
    isDangerous: true,
    params: [{ name: 'config', label: 'Configuration', hint: 'A JSON object, 16 KiB at most.', type: 'json' }],
  },
  PACKET_CAPTURE: {
    label: 'Capture packets',
    effect: 'The agent records the network’s traffic for a while.',
    isDangerous: false,
    params: [{ name: 'seconds', label: 'Seconds', hint: '1 to 600.', type: 'number' }],
  },
}

/** What customers can be granted at all. */
const GRANTABLE: readonly TaskKind[] = ['REBOOT', 'RESTART_AGENT']

/** Why a caller may not give a command, in the platform's words. */
export const refusalOf = (kind: TaskKind): string =>
  GRANTABLE.includes(kind)
    ? `Your institution is not permitted to push ${kind}; ask your service provider.`
    : `${kind} can never be pushed by a customer.`

/** What was typed is no JSON. */
export const JSON_FAULT = 'must be a JSON object, such as {"interval": 30}'

/** Parameters as the platform takes them; empty fields are left out. Null for a text that is no JSON. */
export const paramsOf = (
  params: readonly Param[],
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> | null => {
  try {
    const given = params.filter(({ name }) => (typed[name] ?? '').trim() !== '')
    return Object.fromEntries(
      given.map(({ name, type }) => {
        const text = (typed[name] ?? '').trim()
        return [name, type === 'number' ? Number(text) : type === 'json' ? JSON.parse(text) : text]
      }),
    )
  } catch {
    return null
  }
}
