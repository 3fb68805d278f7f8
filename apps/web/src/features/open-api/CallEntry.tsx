import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import type { Call, OpenApiDocument } from './api.ts'
import { describeSchema } from './describe-schema.ts'
import styles from './open-api.module.css'
import { openApiPhrases } from './phrases.ts'
import { readDetails } from './read-details.ts'

interface CallOfDocument {
  document: OpenApiDocument
  call: Call
}

/** Shows one call of the API. The call's details are rendered when the user opens it. */
export function CallEntry({ document, call }: CallOfDocument) {
  const [isOpened, setOpened] = useState(false)
  return (
    <li>
      <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
        <summary className={styles.summary}>
          <span className={styles.method}>{call.method}</span>
          <code className={styles.path}>{call.path}</code>
          <span className={styles.text} lang="en">
            {call.summary}
          </span>
        </summary>
        {isOpened && <CallDetails document={document} call={call} />}
      </details>
    </li>
  )
}

function CallDetails({ document, call }: CallOfDocument) {
  const t = usePhrases(openApiPhrases)
  const { description, parameters = [], requestBody, answers, errors } = readDetails(document, call)
  const bodies = Object.entries(requestBody?.content ?? {})
  return (
    <div className={styles.details}>
      {description && (
        <p className={styles.text} lang="en">
          {description}
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <ul>
            {parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`}>
                <code>
                  {name}
                  {required ? '' : '?'}: {describeSchema(schema)}
                </code>{' '}
                <span className={styles.text}>{place}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {bodies.map(([type, { schema = {} }]) => (
        <Described key={type} title={t('body')} type={type} text={describeSchema(schema)} />
      ))}
      {parameters.length === 0 && bodies.length === 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <p>{t('none')}</p>
        </>
      )}
      {answers.flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, { schema = {} }]) => (
          <Described
            key={`${status} ${type}`}
            title={t('answer', { status })}
            type={type}
            text={describeSchema(schema)}
          />
        )),
      )}
      {errors.length > 0 && (
        <>
          <h3>{t('errors')}</h3>
          <ul>
            {errors.map(([status, error]) => (
              <li key={status}>
                <code>{status}</code>{' '}
                <span className={styles.text} lang="en">
                  {error.description}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Described({ title, type, text }: { title: string; type: string; text: string }) {
  return (
    <>
      <h3>
        {title} <code>{type}</code>
      </h3>
      <ScrollX className={styles.schema ?? ''}>
        <pre>{text}</pre>
      </ScrollX>
    </>
  )
}
