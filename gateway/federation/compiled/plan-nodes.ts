import type { FetchNode, PlanNode } from '@apollo/query-planner'
import type { Execution, FetchEnv, FetchTarget, Step } from './execution.types.ts'
import { compileFetch } from './fetches.ts'
import { objectsAt, type PlanPath } from './response-paths.rules.ts'

const nothing = () => undefined

const sequence =
  <C>(steps: readonly Step<C>[]): Step<C> =>
  async (execution, target) => {
    for (const step of steps) {
      const done = step(execution, target)
      if (done !== undefined) await done
    }
  }

const parallel =
  <C>(steps: readonly Step<C>[]): Step<C> =>
  (execution, target) =>
    Promise.all(steps.map((step) => step(execution, target))).then(nothing)

const flatten =
  <C>(path: PlanPath, step: Step<C>): Step<C> =>
  (execution, target) => {
    const objects = objectsAt(target.objects, path)
    return objects.length === 0 ? undefined : step(execution, { objects, path: [...target.path, ...path] })
  }

/** What the executor does not know of a fetch. */
const checkFetch = ({ contextRewrites }: FetchNode): void => {
  if (contextRewrites !== undefined && contextRewrites.length > 0)
    throw new Error('a fetch takes values from the context of its parents')
}

/** Compiles a node of a query plan. @throws Error for a kind of node that is not known. */
export const compileNode = <C>(node: PlanNode, env: FetchEnv<C>): Step<C> => {
  switch (node.kind) {
    case 'Sequence':
      return sequence(node.nodes.map((each) => compileNode(each, env)))
    case 'Parallel':
      return parallel(node.nodes.map((each) => compileNode(each, env)))
    case 'Flatten':
      return flatten(node.path, compileNode(node.node, env))
    case 'Fetch':
      checkFetch(node)
      return compileFetch(node, env)
    case 'Condition': {
      const { condition, ifClause, elseClause } = node
      const yes = ifClause === undefined ? null : compileNode(ifClause, env)
      const no = elseClause === undefined ? null : compileNode(elseClause, env)
      return (execution: Execution<C>, target: FetchTarget) =>
        (execution.conditions[condition] === true ? yes : no)?.(execution, target)
    }
    default:
      throw new Error(`the plan has a node of the kind ${node.kind}`)
  }
}
