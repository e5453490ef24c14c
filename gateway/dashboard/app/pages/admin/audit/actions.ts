import { isActionName } from './action-name.ts'
import { nameWords } from './changes.ts'

/** What people do that is in the audit, by the names of mutations. Entries of older releases may have others. */
export const ACTIONS: readonly string[] = [
  ...['acknowledgeActiveInsights', 'acknowledgeIncident', 'acknowledgeInsight', 'addEventType'],
  ...['assignIncident', 'cancelTask', 'createAtm', 'createIncident', 'createMaintenanceWindow'],
  ...['createRollout', 'createSavedView', 'createTask', 'createVendor', 'createWebhook'],
  ...['deleteMaintenanceWindow', 'deleteSavedView', 'deleteWebhook', 'handOverIncidents'],
  ...['ingestJournalEvent', 'mergeAtm', 'noteIncident', 'publishInsight', 'reactivateAtm'],
  ...['refileJournalFile', 'releaseIncident', 'reparseJournalFile', 'reparseJournalProfile'],
  ...['replayAnalyticsDeadLetter', 'replayEventExceptions', 'replayFleetDeadLetter'],
  ...['replayIncidentDeadLetter', 'replayJournalDeadLetter', 'requestJournalFetch', 'resolveIncident'],
  ...['retireAtm', 'rotateWebhookSecret', 'setTaskPermissions', 'testWebhook', 'updateAtm', 'updateRollout'],
  ...['updateSavedView', 'updateWebhook', 'uploadJournalFile', 'writeIncidentTargets', 'writeJournalProfile'],
]

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const KNOWN = new Map(ACTIONS.flatMap((name) => [lettersOf(name), lettersOf(nameWords(name))].map((at) => [at, name])))

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * The name of the action that was typed, by its words or in any case: `Acknowledge incident` and `acknowledgeincident`
 * are `acknowledgeIncident`. Of what is none, the name that it would have; empty where it could be none.
 */
export const actionOf = (typed: string): string => {
  const known = KNOWN.get(lettersOf(typed))
  if (known !== undefined) return known
  const [first = '', ...others] = typed.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = first.charAt(0).toLowerCase() + first.slice(1) + others.map(capital).join('')
  return isActionName(name) ? name : ''
}
