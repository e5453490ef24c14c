import { z } from 'zod'

/** The topic of ATMs that were taken out of use. Its key is the agentAtmId. */
export const ATM_RETIRED = 'atms.retired'

/** The data of an ATM that was taken out of use. */
export const atmRetiredSchema = z.object({
  atmId: z.int().describe('The numeric id of the ATM.'),
  agentAtmId: z.string().describe("The agent's textual id of the ATM."),
  retiredAt: z.iso.datetime().describe('When it was retired. What was begun for it before is of no use any more.'),
  mergedIntoId: z.int().nullable().describe('The ATM that its entry turned out to be; null where it was only retired.'),
})

export type AtmRetired = z.infer<typeof atmRetiredSchema>
