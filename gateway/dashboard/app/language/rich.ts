import { createElement, Fragment, type ReactNode } from 'react'
import { partsOf } from './texts.ts'

/** A text with elements in its places: `rich('Ask {person}.', { person: <b>…</b> })`. */
export const rich = (text: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode =>
  createElement(Fragment, null, ...partsOf(text).map((part, n) => (n % 2 === 0 ? part : nodes[part])))
