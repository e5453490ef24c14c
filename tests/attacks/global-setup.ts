import type { TestProject } from 'vitest/node'
import { type AttackedPlatform, startAttackedPlatform } from './platform-process.ts'

let platform: AttackedPlatform | null = null

/** Starts the platform that the files of the run attack. */
export const setup = async (project: TestProject): Promise<void> => {
  platform = await startAttackedPlatform()
  project.provide('attacked', platform.target)
}

export const teardown = async (): Promise<void> => {
  await platform?.stop()
}
