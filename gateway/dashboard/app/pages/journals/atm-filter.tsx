import { useId, useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { FindAtmsDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { TextFilter, type TextFilterProps } from '../../ui/list/typed-filters.tsx'

/** One ATM by its number, with those that begin alike to choose from. */
export const AtmFilter = ({ value, onChange }: Pick<TextFilterProps, 'value' | 'onChange'>) => {
  const [typed, setTyped] = useState('')
  const list = useId()
  const found = useDocument(FindAtmsDocument, { q: typed.trim() }, { everyMs: 0, enabled: typed.trim().length > 1 })
  const atms = found.data?.data.atmStatuses?.content ?? []
  return (
    <>
      <TextFilter
        label={t('ATM')}
        placeholder={t('number')}
        value={value}
        size={11}
        // A part of a number is no ATM.
        ready={() => false}
        list={list}
        onText={(text) => {
          setTyped(text)
          // One that was chosen from the list is complete at once.
          if (atms.some(({ agentAtmId }) => agentAtmId === text)) onChange(text)
        }}
        onChange={onChange}
      />
      <datalist id={list}>
        {atms.map(({ id, agentAtmId, name, siteName }) => (
          <option key={id} value={agentAtmId ?? ''}>
            {siteName ?? name ?? ''}
          </option>
        ))}
      </datalist>
    </>
  )
}
