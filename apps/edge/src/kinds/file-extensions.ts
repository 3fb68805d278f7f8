/** File extensions that several kinds of data share. */
export const TABLE = /\.(csv|tsv|xlsx|parquet)$/i
export const DELIMITED = /\.(csv|tsv)$/i
export const PLAIN_TEXT = /\.txt$/i
export const DOCUMENT = /\.(json|jsonl|ndjson)$/i
/** Extensions of text files that have a tag per token. */
export const TAGGED = /\.(conll|bio|iob2?|bioes|bmes)$/i
export const PACKED = /\.(zip|7z|rar|gz|tgz|tar)$/i
