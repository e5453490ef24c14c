import '@fontsource-variable/inter/wght.css'
import '../theme/tokens.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openSession } from '../api/session.ts'
import { router } from './router.tsx'

// `always`: whether the platform answers is seen by asking it, not by what the browser thinks of its network. An action
// is never put off until there is a network again: it fails at once.
const client = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', refetchOnWindowFocus: true, refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
// The token of the address is taken out of it before the router reads it.
await openSession()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
