import type { ImportedFile, Model, ModelCard } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/index.ts'
import styles from '../model.module.css'
import { Chips, Hash, Part } from '../page/PassportParts.tsx'
import { phrases } from '../phrases.ts'

interface Props {
  model: Model
  card: ModelCard
  /** The party that uploaded the model. */
  by: string
  imported: ImportedFile
}

/** The facts about an imported model: its file, and its input and output as declared by its party. */
export function ImportedPassport({ model, card: { label, columns, output }, by, imported }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  return (
    <div className={styles.passport}>
      <Facts
        items={[
          { term: t('imported.by'), value: by },
          { term: t('imported.file'), value: imported.fileName },
          { term: t('imported.size'), value: format.size(imported.bytes) },
          { term: t('passport.updated'), value: format.dateTime(model.updateTime) },
        ]}
      />
      <Part title={t('imported.hash')}>
        <Hash text={imported.sha256} />
      </Part>
      <Part title={t('passport.label')}>
        <Chips values={[label]} />
      </Part>
      {output.kind === 'classes' && (
        <Part title={t('imported.classes')}>
          <Chips values={output.classes.map(String)} />
        </Part>
      )}
      <Part title={t('passport.columns')}>
        <Chips values={columns} />
      </Part>
    </div>
  )
}
