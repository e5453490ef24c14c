import { chooseLanguage, isLanguage, LANGUAGES, language } from '../language/language.ts'
import { t } from '../language/texts.ts'
import { Field } from '../ui/field.tsx'

/** Chooses the language of the dashboard, each under its own name. */
export const LanguageChoice = () => (
  <Field label={t('Language')}>
    {(input) => (
      <select
        {...input}
        value={language}
        onChange={({ target: { value } }) => {
          if (isLanguage(value)) chooseLanguage(value)
        }}
      >
        {Object.entries(LANGUAGES).map(([key, { name }]) => (
          <option key={key} value={key} lang={key}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
)
