import fc from 'fast-check'
import { SEED_NUMBER } from './seed.ts'

// Runs before each file: every property draws its inputs from the seed of the run.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED_NUMBER })
