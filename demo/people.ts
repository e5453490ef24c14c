/** A person of the demo fleet, as a token names them. */
export type DemoPerson = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: 'USER' | 'CUSTOMER' | 'MSP_ADMIN' | 'ADMIN' | 'BCOS_ADMIN'
  readonly institutions: readonly string[]
}

/** One for each role, whom tokens are offered for. */
export const DEMO_CALLERS: readonly DemoPerson[] = [
  { role: 'ADMIN', userId: '1', name: 'Ada Lind', email: 'admin@fleetops.example', institutions: [] },
  { role: 'BCOS_ADMIN', userId: '2', name: 'Omar Reyes', email: 'operator@fleetops.example', institutions: [] },
  { role: 'MSP_ADMIN', userId: '3', name: 'Mia Sato', email: 'msp@fleetops.example', institutions: ['ACME', 'BOREAL'] },
  { role: 'CUSTOMER', userId: '4', name: 'Cora Bell', email: 'customer@acme.example', institutions: ['ACME'] },
  { role: 'USER', userId: '5', name: 'Uma Finn', email: 'user@acme.example', institutions: ['ACME'] },
]

/** Their colleagues, to whom work can be given. */
export const DEMO_COLLEAGUES: readonly DemoPerson[] = [
  { role: 'CUSTOMER', userId: '6', name: 'Nils Okoro', email: 'nils@acme.example', institutions: ['ACME'] },
  { role: 'CUSTOMER', userId: '7', name: 'Petra Ruiz', email: 'petra@boreal.example', institutions: ['BOREAL'] },
  { role: 'CUSTOMER', userId: '8', name: 'Rosa Meyer', email: 'rosa@coral.example', institutions: ['CORAL'] },
]
