import { type DirectiveNode, type DocumentNode, Kind, visit } from 'graphql'

const UNTIL = /(?:^| )Until (\d{4}-\d{2}-\d{2})\.$/

/** The date that the reason of a deprecation ends with, "Until 2027-03-01."; null where it has none. */
export const untilOf = (reason: string | null | undefined): string | null => UNTIL.exec(reason ?? '')?.[1] ?? null

const DATE = /^\d{4}-\d{2}-\d{2}$/

const isDate = (text: string): boolean => {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN
  // A day that its month does not have becomes one of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const textOf = ({ arguments: given = [] }: DirectiveNode, name: string): string | null => {
  const value = given.find((argument) => argument.name.value === name)?.value
  return value?.kind === Kind.STRING ? value.value : null
}

/** `@deprecated` has no `until` in GraphQL: clients read the date where they read the reason. */
const dated = (directive: DirectiveNode): DirectiveNode => {
  const [reason, until] = [textOf(directive, 'reason'), textOf(directive, 'until')]
  if (reason === null || until === null || !isDate(until))
    throw new Error(
      `@deprecated needs a reason and the date until which it stays (until: "2027-03-01"), ` +
        `not ${JSON.stringify({ reason, until })}`,
    )
  return {
    kind: Kind.DIRECTIVE,
    name: directive.name,
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'reason' },
        value: { kind: Kind.STRING, value: `${reason.trimEnd()} Until ${until}.` },
      },
    ],
  }
}

/**
 * The document with the date of each `@deprecated(reason, until)` as the end of its reason.
 * @throws Error where one has no reason, or no date.
 */
export const withDatedReasons = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Directive: (node) => (node.name.value === 'deprecated' ? dated(node) : undefined),
  })
