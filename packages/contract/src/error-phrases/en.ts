import { CLOCK_TOLERANCE_SECONDS, EDGE_TOKEN_SECONDS, PASSWORD_LENGTH, USERNAME_MAX } from '../account.ts'
import { TASK_LIMITS } from '../figures.ts'

/** The English text of each error code. The code is the key of its text. */
export const en = {
  internal: 'Something went wrong on our side. Try again. If it happens again, contact your administrator.',
  'request.failed':
    'Something went wrong on our side. Try again. If it happens again, give your administrator this request number: {{requestId}}',
  'request.malformed':
    'The field “{{field}}” of the request was rejected: {{fieldProblem}}. Correct it and send the request again.',
  'request.nul': 'The text of “{{field}}” contains a NUL character, which cannot be stored. Remove it and try again.',
  'request.half-character':
    'The text of “{{field}}” contains an incomplete character, which cannot be stored. Remove it and try again.',
  'request.too-deep': 'The request is nested more than {{limit}} levels deep. Reduce the nesting.',
  'request.page': '“{{field}}” must be a whole number from 1 to {{limit}}.',
  'request.form-broken':
    'The file did not arrive completely: the form is cut off or is not a form. Send it again as multipart/form-data.',
  'request.too-large': 'The request is too large. Send less data at a time.',
  'request.too-many': 'Too many requests. Wait a minute and try again.',
  'request.wrong-host': 'This server is not available under this name. Open {{url}}.',
  'route.not-found': 'This address does not exist.',
  'session.missing': 'Log in to continue.',
  'session.expired': 'Your session has ended. Log in again.',
  'party.required': 'Join or create a party first.',
  'party.not-member': 'You are not a member of this party.',
  'party.admin-only': 'Only an administrator of the party can do this.',
  'party.not-found': 'This party does not exist.',
  'party.id-taken': 'This party id is already in use. Choose another number.',
  'party.name-taken': 'This name is already in use. Choose another one.',
  'party.name-en-taken': 'This English name is already in use. Choose another one.',
  'party.name-en-unusable':
    "The English name can contain only unaccented letters A to Z, digits, spaces and . _ - ( ) & ', and must start with a letter or a digit: Mueller, not Müller.",
  'party.name-required': 'Enter a name, an English name and a numeric id.',
  'party.already-member': 'You are already a member of this party.',
  'invite.invalid': 'This invite code is invalid, already used or expired. Ask for a new one.',
  'account.login-failed': 'The user name or password is incorrect.',
  'account.captcha-wrong': 'The verification code is incorrect. Enter the new one.',
  'account.locked': 'Too many failed attempts. Try again in {{minutes|# minute|# minutes}}.',
  'account.decrypt-failed': 'The password could not be read. Reload the page and try again.',
  'account.contact-required': 'Enter a phone number or an e-mail address.',
  'account.phone-invalid': 'This is not a valid phone number.',
  'account.email-invalid': 'This is not a valid e-mail address.',
  'account.phone-taken': 'This phone number is already registered.',
  'account.email-taken': 'This e-mail address is already registered.',
  'account.username-taken': 'This user name is already in use. Choose another one.',
  'account.username-invalid': `A user name has 1 to ${USERNAME_MAX} characters, with single spaces between words. It cannot be a phone number or an e-mail address.`,
  'account.password-weak': `A password must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters, contain a letter, a digit and one of !@#$%^&*()_+. and contain no spaces.`,
  'account.password-mismatch': 'The passwords do not match.',
  'account.old-password-wrong': 'The current password is incorrect.',
  'account.code-wrong': 'The verification code is incorrect or has expired. Request a new one.',
  'account.code-too-soon':
    'A code was sent a moment ago. Wait {{seconds|# second|# seconds}} before you request another one.',
  'account.code-not-sent': 'The code could not be sent. Try again later, or contact your administrator.',
  'account.department-fixed': 'You have already chosen your department. An administrator of your party can change it.',
  'account.department-unknown': 'This department does not exist in the party.',
  'file.too-large': 'The file is larger than {{limit}}.',
  'file.not-picture': 'Only PNG, JPEG and WebP pictures can be used.',
  'file.picture-broken':
    'This picture cannot be read: it is damaged, or its content does not match its format. Save it again and upload it.',
  'file.picture-too-wide': 'The picture has more than {{limit}} megapixels. Reduce its size and upload it again.',
  'file.picture-unknown': 'This picture is not stored here. Upload it first.',
  'file.too-many':
    'Send at most {{most|# file|# files}} at a time, {{megabytes}} MB in total. Send the others in another request.',
  'file.missing': 'No file was received. Choose a file and upload it again.',
  'edge.node-key-taken': 'This node key belongs to another party. Give each edge its own data folder and enrol again.',
  'edge.enrolment-invalid':
    'This enrolment code is invalid, already used or expired. Ask an administrator of the party for a new one.',
  'signing.no-such-move': 'No address is waiting for confirmation: this edge is at {{edgeUrl}}. Reload the page.',
  'edge.handover-needed':
    'Another edge is already enrolled and has not approved this machine. A signer can approve it on that edge’s page of members, for the key {{key}} and the address {{edgeUrl}}. Then start this machine with EDGE_HANDOVER set to the text shown on that page. If that edge is lost, an administrator must revoke it on the party’s page and generate a new code; the parties it trained with are notified.',
  'edge.handover-refused':
    'EDGE_HANDOVER is not an approval by this party’s edge for the key {{key}} and the address {{edgeUrl}}, or it is older than {{hours}} hours. Ask a signer to create a new one on that edge’s page of members.',
  'edge.unknown': 'This edge is not enrolled, or has been replaced by another edge.',
  'edge.clock-off': `The clock of this edge differs from the platform’s clock by {{seconds}} s (+: the edge is ahead). At most ${CLOCK_TOLERANCE_SECONDS / 60} minutes are allowed. Ask the administrators of both to set the clocks.`,
  'edge.session-required':
    'Log in to this edge first, on {{page}}, with your PIN or passkey. A platform token is not sufficient for this.',
  'edge.session-unknown': '{{username}} is not a member of this edge. Check the spelling, or ask a signer to add you.',
  'edge.session-another-user':
    '{{user}} is logged in to the console in this browser. Log in to this edge as {{user}}, or log in to the console as {{username}} first.',
  'edge.machine-unknown':
    'This edge does not know this key; a signer may have removed it. Ask a signer to create another one on the page of members: {{signers}}.',
  'edge.machine-over':
    'The key of {{name}} expired on {{date}}. Ask a signer to create another one on the page of members: {{signers}}.',
  'edge.machine-reads-only': 'A program with its own key can only read data. This action requires a person to log in.',
  'edge.proof-refused':
    'This request does not prove that it comes from the browser in which you logged in: {{proofCheck}}. Reload the page. If this does not help, log out there and log in again.',
  'edge.token-required': 'This edge requires an access token of its own party.',
  'edge.token-refused': `This token is not for this edge, or is older than ${EDGE_TOKEN_SECONDS / 60} minutes. Reload the page. If this does not help, the clock of the edge or of the platform is wrong.`,
  'edge.clock-behind':
    'This token has a time in the future: the edge’s clock is {{seconds}} s behind the platform’s clock. Ask the administrators of both to set the clocks.',
  'edge.platform-away': 'The platform cannot be reached at the moment. Your work has been saved; try again later.',
  'edge.platform-untrusted':
    'This edge does not trust the platform’s certificate ({{detail}}). To enrol, use the enrolment command exactly as the console shows it, or set PLATFORM_CA to the file of the platform’s certificate authority. If the connection worked before, another server may be impersonating the platform: contact your network administrator.',
  'edge.platform-expired':
    'The platform’s certificate has expired or is not valid yet ({{detail}}). Ask the operator of the platform to renew it (TLS_CERT). If the certificate is valid, the clock of this machine is wrong.',
  'platform.no-space':
    'The disk of the platform or of its database is full, so your change was not saved. Ask the operator of the platform to free space, then try again.',
  'platform.no-free-space':
    'The disk of the platform is full: {{free}} MB are free, and its database needs {{needed}} MB. Your change was not saved. Ask the operator of the platform to free space, then try again.',
  'edge.no-space': 'The edge has too little disk space. Free at least {{needed}}, then try again.',
  'edge.no-memory':
    'The edge has too little memory for this request. Request less data at a time, or try again when the edge is less busy.',
  'dataset.not-found': 'This dataset no longer exists.',
  'dataset.not-allowed': 'You do not have permission to see the content of this dataset.',
  'dataset.owner-only': 'Only the owner of the dataset or an administrator of the party can delete it.',
  'dataset.name-required': 'Enter a name and an introduction for the dataset.',
  'dataset.name-taken': 'You already have a dataset with this name. Choose another name.',
  'dataset.upload-again':
    'This upload has already been saved, or it was not saved in time. Check My data; if the dataset is not there, upload the file again.',
  'dataset.zip-only': 'Upload a .zip file.',
  'dataset.zip-broken': 'The archive cannot be read: it is damaged or incomplete. Create it again and upload it.',
  'dataset.zip-empty': 'The archive contains no table. Add one CSV file with a header row.',
  'dataset.zip-many': 'The archive contains {{count}} tables ({{names}}). Include only one, or merge them.',
  'dataset.csv-empty': 'The table has no rows.',
  'dataset.in-use':
    'This dataset is being used for training in: {{tasks}}. Stop the training or wait until it ends, then delete the dataset.',
  'dataset.column-unknown': 'This dataset has no column {{column}}.',
  'dataset.filter-number': '“{{value}}” is not a number, but the column {{column}} is numeric.',
  'dataset.filter-date':
    '“{{value}}” is not a date. Enter a date (2026-03-31) or a date and time (2026-03-31 14:30) for {{column}}.',
  'dataset.filter-boolean': 'The column {{column}} contains true and false, not “{{value}}”.',
  'dataset.graph-whole': 'A graph can only be offered as a whole. Choose all of its nodes and classes.',
  'dataset.mapping-name':
    'The column {{column}} is named twice or is already used for something else. Choose the columns again.',
  'dataset.conversion-refused':
    'Not every value of the column {{column}} can be read as the type that the task needs. Choose “Only rows that I choose” and offer all rows: your edge then shows which value it is.',
  'dataset.not-numbers':
    'The column {{column}} cannot be read as numbers: row {{row}} contains “{{value}}” (number of values that are not numbers: {{count}}). Choose another column, choose only rows with numbers, or correct the file and upload it again.',
  'dataset.number-either':
    'The column {{column}} is ambiguous: in “{{value}}” (row {{row}}), the comma can be a decimal mark or a thousands separator. Change the file so that the values are unambiguous and upload it again, or choose another column.',
  'dataset.not-answers':
    'The column {{column}} cannot be read as true and false: row {{row}} contains “{{value}}” (number of values that are neither: {{count}}). Choose another column, or correct the file and upload it again.',
  'dataset.class-without-rows':
    'No row has the class “{{class}}” in the column {{column}}. Choose from the classes in the data.',
  'dataset.values-number':
    'Values of the column {{column}} cannot be renamed because the column is read as numbers. Read the column as text, or leave its values unchanged.',
  'dataset.value-name':
    'The new name of a value of the column {{column}} is empty, starts or ends with a space, or has more than {{most}} characters. Choose another name.',
  'dataset.rows-unknown':
    '{{count|# of your chosen items is|# of your chosen items are}} no longer in this dataset. Choose again.',
  'dataset.rows-repeated':
    'The {{ids|# chosen id refers|# chosen ids refer}} to {{rows|# row|# rows}}, because ids repeat in this dataset. Upload its file again; its rows are then numbered.',
  'dataset.zip-path': 'The archive was rejected: the name “{{name}}” points outside the archive.',
  'dataset.zip-name': 'The archive was rejected: the name of file number {{number}} is too long or cannot be read.',
  'dataset.zip-link': 'The archive was rejected: “{{name}}” is a link. Include the file itself.',
  'dataset.zip-device': 'The archive was rejected: “{{name}}” is a device, not a file.',
  'dataset.zip-twice': 'The archive was rejected: it contains two files named “{{name}}”. Keep only one.',
  'dataset.zip-method':
    '“{{name}}” uses a compression method that is not supported. Create the archive again with the standard method (Deflate).',
  'dataset.zip-overlap':
    'The archive was rejected: the data of “{{name}}” overlaps with that of another file, as in a ZIP bomb. Create the archive again with a standard program.',
  'dataset.zip-count':
    'The archive declares {{count|# file|# files}} but lists more. Create it again with another program, or split it.',
  'dataset.zip-list-large': 'The archive was rejected: its list of files is larger than {{limit}}.',
  'dataset.zip-large': 'The archive was rejected: its unpacked size is {{size}}, and the limit is {{limit}}.',
  'dataset.zip-damaged':
    '“{{name}}” in the archive is damaged, or its size differs from the size that the archive declares. Create the archive again and upload it.',
  'dataset.zip-file-large': '“{{name}}” is larger than {{limit}}, the limit for this kind of file.',
  'dataset.zip-nested': 'The archive contains another archive, “{{name}}”. Unpack it and include its files directly.',
  'dataset.file-encoding': '“{{file}}” is neither UTF-8 nor GB18030 text. Save it as UTF-8.',
  'dataset.text-damaged':
    'Line {{line}} of “{{file}}” contains bytes that are not UTF-8, unlike the rest of the file. Correct this line, or save the whole file as UTF-8.',
  'dataset.line-long': 'Line {{line}} of “{{file}}” is too long to be read. Check for missing line breaks.',
  'dataset.json-frame':
    '“{{file}}” is not a complete JSON document; it cannot be read beyond line {{line}}. Save the file again.',
  'dataset.json-broken':
    'In “{{file}}”, the content that begins in line {{line}} is not a valid JSON object. A .jsonl file contains one object per line, such as {"text": "…", "label": "…"}; a .json file contains a list of them.',
  'dataset.json-no-text':
    'No texts were found in “{{file}}”: each object needs a field “text” at its top level, such as {"text": "…", "label": "…"}, one per line or in one list. Save a table as CSV, XLSX or Parquet, and a graph as nodes.csv and edges.csv.',
  'dataset.field-unknown':
    'In “{{file}}”, line {{line}} has the unknown field “{{field}}”. Remove it, or see the sample in the upload dialog.',
  'dataset.field-type':
    'In “{{file}}”, line {{line}}, the content of the field “{{field}}” has the wrong form. See the sample in the upload dialog.',
  'dataset.row-width':
    'In “{{file}}”, line {{line}} has {{found|# value|# values}}, but there {{expected|is # column|are # columns}}.',
  'dataset.row-quote': 'In “{{file}}”, line {{line}}, a quotation mark is not closed.',
  'dataset.row-long': 'In “{{file}}”, line {{line}}, a text is longer than {{limit}} characters. Split it.',
  'dataset.no-text': 'In “{{file}}”, line {{line}} has no text.',
  'dataset.text-empty': '“{{file}}” contains no text. Add a text, or leave the file out.',
  'dataset.text-long': 'The text in “{{file}}” is longer than {{limit}} characters. Split it.',
  'dataset.no-label': 'In “{{file}}”, line {{line}} has no “{{column}}”.',
  'dataset.tags-length': 'In “{{file}}”, line {{line}} has {{tokens|# token|# tokens}} but {{tags|# tag|# tags}}.',
  'dataset.tag-missing': 'In “{{file}}”, line {{line}}, a token has no tag.',
  'dataset.tag-untyped': 'In “{{file}}”, line {{line}}, the tag “{{tag}}” has no kind. Use tags such as B-PER, or O.',
  'dataset.tag-first':
    'In “{{file}}”, the tag precedes the token. Write one token per line followed by its tag, such as “Bonn B-LOC”.',
  'dataset.label-list':
    'In “{{file}}”, line {{line}}, “{{field}}” is a list, but it is a single label in the first text. Use a list in every text, including the first: {"text": "…", "labels": ["x"]}, or [] if no label applies.',
  'dataset.entities-form':
    'In “{{file}}”, line {{line}}, “{{field}}” must be a list of entities such as [{"start": 0, "end": 2, "label": "PER"}] or [[0, 2, "PER"]].',
  'dataset.entity-range':
    'In “{{file}}”, line {{line}}, an entity extends beyond its text, is empty, or overlaps another one. Positions count characters from 0, and the end is exclusive.',
  'dataset.entity-text':
    'In “{{file}}”, line {{line}}, the entity “{{entity}}” does not match its position: the text there is “{{found}}”. Positions count characters from 0, and the end is exclusive. Correct the positions, or leave such lines out.',
  'dataset.column-needed': '“{{file}}” has no column “{{column}}”.',
  'dataset.column-not-of-kind':
    '“{{file}}” has the unknown column “{{column}}”. Remove it, or see the sample in the upload dialog.',
  'dataset.column-twice': '“{{file}}” has two columns with the same meaning: “{{column}}”. Keep only one.',
  'dataset.texts-unclassed':
    'The folder of a text is its class, but “{{file}}” is not in a class folder. Put the texts of each class into their own folder.',
  'dataset.text-deep':
    'The text “{{file}}” is nested too deeply: it must be directly in the folder named after its class. Move it there. Only folders named train, val or test can contain the class folders.',
  'dataset.rows-none': 'The archive contains no usable data.',
  'dataset.format-brat':
    '“{{file}}” is a brat annotation file, which is not supported. Convert the entities to JSON Lines, one text per line: {"text": "…", "entities": [{"start": 0, "end": 2, "label": "PER", "text": "…"}]}, or to CoNLL (brat includes the script tools/anntoconll.py).',
  'dataset.format-label-studio':
    '“{{file}}” is a Label Studio export in a format that is not supported. In Label Studio, export texts with entities as CoNLL2003, and pictures with boxes as YOLO or COCO. For texts or pictures with classes, upload a table (CSV) that has only the columns text or name, and label.',
  'dataset.format-entities':
    '“{{file}}” is in the format {{format}}, which is not supported. Export the entities as CoNLL (one token per line with its tag), or as JSON Lines: {"text": "…", "entities": [{"start": 0, "end": 2, "label": "PER", "text": "…"}]}.',
  'dataset.format-graph':
    '“{{file}}” is in the format {{format}}, which is not supported. Convert the graph to two tables: nodes.csv with id, numeric columns and label, and edges.csv with source and target; or to JSON with networkx.node_link_data in Python.',
  'dataset.format-cora':
    '“{{file}}” is in the format of the Cora dataset, which is not supported. Convert it to two tables: nodes.csv from the .content file, with a header such as id,w1,w2,…,label, and edges.csv from the .cites file, with the header target,source.',
  'dataset.format-neo4j':
    '“{{file}}” has column names of a Neo4j export, such as :ID or :START_ID. Rename them: in nodes.csv to id and label, with only numbers in all other columns; in edges.csv to source and target (and weight). Remove :TYPE and the types after the names, such as age:int.',
  'dataset.format-gephi':
    '“{{file}}” is a table exported from Gephi. In nodes.csv, keep Id, the numeric columns and the class as label (Gephi’s Label is the name of a node: remove it), and remove timeset. In edges.csv, keep only Source, Target and Weight.',
  'dataset.format-edge-list':
    '“{{file}}” is an edge list as published by {{format}}, without a table of nodes. Save it as edges.csv with the header source,target and without lines that begin with # or %. Add a nodes.csv with an id, numeric columns and a label for each node.',
  'dataset.kind-unknown':
    'The content of the archive was not recognised. Five kinds of data are supported: tables (CSV, TSV, XLSX, Parquet), pictures with classes, pictures with boxes (YOLO, COCO), texts (CSV, JSONL, CoNLL, folders) and graphs (nodes and edges). Download a sample in the upload dialog to see the layout of each.',
  'dataset.kind-mixed':
    'The archive contains two kinds of data: “{{first}}” and “{{second}}”. Upload each in its own archive.',
  'dataset.file-twice': '“{{first}}” and “{{second}}” have the same purpose. Keep only one.',
  'dataset.document-large': '“{{file}}” is too large for this form of JSON. Save it as nodes.csv and edges.csv.',
  'dataset.graph-nodes-missing': 'The archive contains edges but no nodes. Add a file nodes.csv that lists each node.',
  'dataset.graph-edges-missing':
    'The archive contains nodes but no edges. Add a file edges.csv with the columns source and target.',
  'dataset.node-unnamed': 'In “{{file}}”, the node in line {{line}} has no id.',
  'dataset.node-repeated':
    'In “{{file}}”, line {{line}} repeats the node “{{id}}”. Keep each node once, or leave the repeated lines out.',
  'dataset.node-unknown':
    'In “{{file}}”, the edge in line {{line}} points to the node “{{id}}”, which does not exist. Ids are compared as text: 1 and 1.0 differ. Add the node, correct the id, or leave such edges out.',
  'dataset.edge-end-missing': 'In “{{file}}”, the edge in line {{line}} has no source or no target.',
  'dataset.not-a-number': 'In “{{file}}”, line {{line}}, “{{column}}” must be a number.',
  'dataset.feature-text':
    'In “{{file}}”, the column “{{column}}” contains text. Features of a graph must be numbers; only the label can be text. Convert the column to numbers, remove it, or rename it to label.',
  'dataset.features-width':
    'In “{{file}}”, line {{line}}, a node has {{found|# feature|# features}}, but the first one has {{expected}}.',
  'dataset.not-graph': 'This dataset is not a graph and cannot be drawn. See its table and its analysis.',
  'dataset.zip-encrypted': 'The archive is password-protected. Create it again without a password.',
  'dataset.zip-many-files': 'The archive was rejected: it contains more than {{limit}} files.',
  'dataset.zip-bomb': 'The archive was rejected: its unpacked size ({{size}}) is far more than its size suggests.',
  'dataset.csv-width':
    'In “{{file}}”, line {{line}} has {{found|# value|# values}}, but the header has {{expected|# column|# columns}}.',
  'dataset.csv-quote':
    'In “{{file}}”, line {{line}}, a quotation mark is not closed, or text follows the closing one. Within a value, double it ("") instead of using a backslash.',
  'dataset.csv-long': 'In “{{file}}”, line {{line}} is too long for a row. Check for missing line breaks.',
  'dataset.csv-encoding': 'In “{{file}}”, line {{line}} is neither UTF-8 nor GB18030 text. Save the file as UTF-8.',
  'dataset.table-broken':
    '“{{file}}” cannot be read: it is damaged, password-protected, or its content does not match its extension. Save it again.',
  'dataset.table-spaced':
    '“{{file}}” looks like a table with spaces between its columns, but spaces are not supported as separators. Save it as CSV, or separate the columns with commas, semicolons or tabs.',
  'dataset.table-foreign':
    '“{{file}}” cannot be read: tables must be CSV, TSV, XLSX or Parquet. Save it as .xlsx or CSV and upload it again.',
  'dataset.workbook-large':
    '“{{file}}” is too large for a workbook (at most {{limit}} unpacked). Save the sheet as CSV and upload it.',
  'dataset.workbook-sparse':
    '“{{file}}” cannot be read: a sheet extends to cell {{cell}} and therefore has more than 20 million cells. Delete the rows and columns after the table, or save the sheet as CSV, and upload it again.',
  'dataset.parquet-bomb':
    'The archive was rejected: “{{file}}” contains far more than its size suggests. Leave out columns whose values are all the same, or save it as CSV.',
  'dataset.parquet-type':
    'In “{{file}}”, the column “{{column}}” ({{type}}) has values that do not fit into one cell. Split it into columns of single values, or remove it.',
  'dataset.parquet-decimal':
    'In “{{file}}”, the column “{{column}}” contains decimals with {{digits}} digits; the limit is {{limit}}. Save the column with fewer digits, as double, or as text.',
  'dataset.header-empty': 'In the header of “{{file}}”, column {{position}} has no name.',
  'dataset.header-repeated': 'The header of “{{file}}” contains the column {{column}} twice.',
  'dataset.header-reserved': '“{{file}}” has a column named {{column}}, which is a reserved name. Rename the column.',
  'dataset.header-missing':
    'The first line of “{{file}}” must contain the column names, but it contains only numbers. Add a line with the names above it.',
  'dataset.header-long':
    'In the header of “{{file}}”, the name of column {{position}} is longer than {{limit}} characters. Shorten it.',
  'dataset.header-many':
    '“{{file}}” has {{count|# column|# columns}}; the limit is {{limit}}. Leave out the columns that are not needed.',
  'dataset.header-large':
    'The column names are too long in total ({{size}}; the limit is {{limit}}). Shorten them and upload the file again.',
  'dataset.picture-not-found': 'This picture no longer exists.',
  'dataset.pictures-none':
    'The archive contains no usable picture. Supported formats: JPEG, PNG, WebP, BMP, TIFF and GIF.',
  'dataset.picture-bad':
    'The picture “{{file}}” cannot be read: it is damaged or incomplete, or its format is not JPEG, PNG, WebP, BMP, TIFF or GIF. Save it again, or leave it out.',
  'dataset.picture-depth':
    'The picture “{{file}}” stores measured values instead of 8 or 16 bits per colour, so its brightness is not defined. Convert it to 8 or 16 bits, or leave it out.',
  'dataset.picture-wide':
    'The picture “{{file}}” has more than {{limit}} megapixels. Reduce its size, or leave it out.',
  'dataset.picture-long':
    'The picture “{{file}}” has a side of more than {{limit}} pixels. Cut it into several pictures, or leave it out.',
  'dataset.pictures-bomb':
    'The archive was rejected: its pictures have more than {{limit}} megapixels in total, too many for an archive of this size. Scale down large pictures of a single colour, or leave them out.',
  'dataset.picture-large': 'The picture “{{file}}” is larger than {{limit}}. Reduce its size, or leave it out.',
  'dataset.picture-missing':
    'Line {{line}} of “{{file}}” refers to the picture “{{name}}”, which is not in the archive.',
  'dataset.picture-ambiguous':
    'Line {{line}} of “{{file}}” refers to the picture “{{name}}”, but several pictures have this name. Include the folder and the extension.',
  'dataset.picture-repeated':
    'Line {{line}} of “{{file}}” repeats the picture “{{name}}”. Keep one line per picture, and put several labels into separate columns.',
  'dataset.picture-unlisted': 'The picture “{{file}}” is not listed in “{{table}}”. Add it there, or leave it out.',
  'dataset.picture-unlabelled': 'The picture “{{file}}” is not in a class folder. Move it into one, or leave it out.',
  'dataset.picture-deep':
    'The picture “{{file}}” is nested too deeply: it must be directly in the folder named after its class. Move it (only folders named train, val or test can contain the class folders), or add a table with names and labels (CSV) to the archive.',
  'dataset.picture-twin':
    'The pictures “{{file}}” and “{{other}}” would share one label file. Give them different names.',
  'dataset.label-empty': 'Line {{line}} of “{{file}}” has no label for the picture “{{name}}”.',
  'dataset.labels-missing':
    'The pictures have no labels. Put them into folders named after their classes, or add a table (CSV) with the columns name,label.',
  'dataset.labels-many':
    'The archive contains more than one table: “{{first}}” and “{{second}}”. Put all labels into one table.',
  'dataset.labels-table-form':
    'The form of the table “{{file}}” is not supported. Save it as CSV, with one column for the picture and one for each label.',
  'dataset.labels-boxes-form':
    '“{{file}}” seems to contain labels or boxes of pictures in a form that is not supported. Convert boxes to YOLO (a .txt file for each picture, and classes.txt) or COCO (JSON). Put classes into a table (CSV) with the columns name,label, or use them as folder names.',
  'dataset.labels-header':
    'The first line of “{{file}}” must contain the column names: one for the picture, such as name or file, and at least one label.',
  'dataset.label-taken':
    '“{{column}}” in “{{file}}” cannot be used as the name of a label. Rename the column, or remove it.',
  'dataset.label-orphan': 'The label file “{{file}}” has no matching picture “{{picture}}”.',
  'dataset.boxes-missing':
    'The archive contains pictures but no boxes. For each picture, add a file with the same name to labels/, or add a COCO document (JSON).',
  'dataset.boxes-many': 'Line {{line}} of “{{file}}” exceeds the limit of {{limit}} boxes.',
  'dataset.box-values':
    'Line {{line}} of “{{file}}” has {{found|# value|# values}} instead of five: class, x, y, width and height.',
  'dataset.box-range':
    'Line {{line}} of “{{file}}”: {{value}} is not a number from 0 to 1. Positions and sizes must be relative to the picture size.',
  'dataset.box-empty':
    'Line {{line}} of “{{file}}”: the box has no area (width {{width}}, height {{height}}). Remove or correct the box, or leave such pictures out.',
  'dataset.box-class':
    'Line {{line}} of “{{file}}”: class {{class}} does not exist. {{count|# class is|# classes are}} named, counted from 0.',
  'dataset.classes-missing':
    'The classes of the boxes have no names. Add classes.txt with one name per line, or data.yaml with names.',
  'dataset.classes-differ':
    '“{{first}}” and “{{second}}” list different classes. Keep only one, or make them identical.',
  'dataset.coco-broken':
    'In “{{file}}”, {{entry}} has a missing field or a field of the wrong type. A picture needs id, file_name, width and height; a category needs id and name; an annotation needs image_id, category_id and bbox. Correct it and upload it again.',
  'dataset.coco-id':
    'In “{{file}}”, {{entry}} has the same id {{id}} as {{other}}, so it is unclear which boxes belong to which. Give each entry a unique id.',
  'dataset.coco-bbox':
    'In “{{file}}”, {{entry}} has no bbox of four numbers (left, top, width, height). Include the boxes in the export, or leave such pictures out.',
  'dataset.coco-shares':
    'In “{{file}}”, all boxes have values from 0 to 1, such as {{entry}}: they are relative to the picture size instead of in pixels. Multiply them by the picture’s width and height, or export them as YOLO.',
  'dataset.coco-empty':
    'In “{{file}}”, the box of {{entry}} has no area (width {{width}}, height {{height}}). Remove or correct the box, or leave such pictures out.',
  'dataset.coco-many': 'In “{{file}}”, {{entry}} exceeds the limit of {{limit}} boxes.',
  'dataset.coco-missing': 'In “{{file}}”, {{entry}} refers to the picture “{{name}}”, which is not in the archive.',
  'dataset.coco-ambiguous':
    'In “{{file}}”, {{entry}} refers to the picture “{{name}}”, but several pictures have this name. Include the folder and the extension.',
  'dataset.coco-repeated': 'In “{{file}}”, {{entry}} repeats the picture “{{name}}”. Keep one entry per picture.',
  'dataset.coco-image': 'In “{{file}}”, {{entry}} belongs to picture {{id}}, which the document does not contain.',
  'dataset.coco-category': 'In “{{file}}”, {{entry}} has the category {{id}}, which the document does not contain.',
  'dataset.coco-turned':
    '“{{file}}” has a rotation flag and is displayed at {{width}} × {{height}}, but the document states {{listedWidth}} × {{listedHeight}}, so the boxes would be misplaced. Save the picture without the rotation flag, or give its size and boxes as displayed.',
  'dataset.coco-box':
    'In “{{file}}”, the box of {{entry}} extends beyond its picture of {{width}} × {{height}} pixels. A bbox is left, top, width and height in pixels, not two corners. Correct it, or leave such pictures out.',
  'compare.waiting': 'The initiator has not chosen data yet. Wait until the data is chosen.',
  'compare.content-type': 'The kinds of data differ: the initiator’s kind is {{initiator}}, yours is {{participant}}.',
  'compare.columns': "These columns differ from the initiator's: {{columns}}.",
  'algorithm.not-found': 'This algorithm does not exist.',
  'task.not-found': 'This task does not exist.',
  'task.name-required': `Enter a task name of at most ${TASK_LIMITS.name} characters.`,
  'task.description-too-long': `A description has at most ${TASK_LIMITS.description} characters.`,
  'task.visibility-alone':
    'Independent research has no other parties, so it needs no approval of applications. Choose public or private.',
  'task.not-recruiting': 'This task has already started.',
  'task.started-as':
    'This task is already training as “{{task}}”, under the same consent tickets. Open “{{task}}” to follow it. To start again, wait until it ends or stop it.',
  'task.recruiting-again': 'This task is already recruiting again. Start it when the parties are ready.',
  'task.copy-training':
    'A copy of this task, “{{task}}”, is training on the data chosen before. Stop it or wait until it ends, then choose again.',
  'task.not-allowed': 'You do not have permission to do this with this task.',
  'task.initiator-only': 'Only the initiator can do this.',
  'task.join-not-allowed': 'This task cannot be joined at the moment.',
  'task.private': 'This task is private.',
  'task.already-joined': 'Your party has already joined or applied.',
  'task.quit-training': 'The task is training, so parties cannot leave it now.',
  'task.quit-finished': 'The task has finished, so parties can no longer leave it.',
  'task.disband-training': 'The task is training and cannot be disbanded now.',
  'task.disband-finished': 'The task has finished and can no longer be disbanded.',
  'task.delete-unfinished': 'Only a finished or failed task can be deleted.',
  'task.no-algorithm': 'Choose an algorithm first.',
  'task.names-missing': 'The plan is not complete: {{parties}} must confirm the category names first.',
  'task.names-stale':
    'The data, the columns or the algorithm have changed in the meantime. Review the category names again and confirm them.',
  'task.name-not-proposed':
    '“{{name}}” in “{{column}}” cannot be shared: it occurs less than {{fewest|once|# times}}, or the data has changed. Review the category names again.',
  'task.no-columns': 'Choose the columns and the label first.',
  'task.no-data': 'Choose data first.',
  'task.too-few-parties': 'A federated task needs at least one more party. Invite one.',
  'task.not-all-ready': '{{ready}} of {{total|# party is|# parties are}} ready.',
  'task.edge-older':
    '{{party}}’s edge ({{edge}}) is older than this platform ({{platform}}) and does not have the algorithm’s code. Ask the party’s administrator to update the edge.',
  'task.platform-older':
    '{{party}}’s edge ({{edge}}) is newer than this platform ({{platform}}) and does not have the algorithm’s code. Ask the operator of the platform to update it.',
  'task.code-differs':
    '{{party}}’s edge has the same version as this platform ({{platform}}), but its code of the algorithm differs. Ask both administrators which one was modified.',
  'task.none-ready': 'No other party is ready.',
  'task.joining-open': 'Joining is still open. The initiator must close it before the parties can sign.',
  'task.not-invited': 'Your party is not invited to this task, or the invitation was withdrawn.',
  'task.declined-lately':
    'This party declined less than {{hours|# hour|# hours}} ago. You can invite it again after that time.',
  'task.invitation-gone': 'This invitation no longer exists.',
  'task.joining-closed': 'Joining is closed because the parties are signing. Ask the initiator to reopen it.',
  'task.wait-invalid':
    'The time to wait for an offline party must be between {{least|# minute|# minutes}} and {{most|# minute|# minutes}}.',
  'task.fewest-invalid': 'A run needs at least {{least|# party|# parties}} and at most the {{most}} that have joined.',
  'task.fewer-than-agreed':
    'Only {{ready}} of the named parties {{ready|is|are}} ready, but the tickets require at least {{fewest}}.',
  'task.label-missing':
    'Choose the label. If you do not want to predict anything, choose an unsupervised algorithm before the columns.',
  'task.label-none': 'The algorithm of this task predicts no label, so there are no classes to choose.',
  'task.label-in-features': 'The label cannot also be a feature.',
  'task.time-missing': 'Choose the time column: the follow-up of each row.',
  'task.time-in-features': 'The time column cannot also be the label or a feature.',
  'task.algorithm-other-kind':
    'The chosen algorithm does not support this kind of data. Choose another algorithm, or other data.',
  'task.graph-text':
    '{{column}} contains text. Features of graph nodes must be numbers: leave the column out, or use it as the label.',
  'task.column-date':
    'The column {{column}} contains dates, which cannot be used. Convert them to days or a year before the upload, or leave the column out.',
  'task.columns-none': 'Choose at least one column.',
  'task.column-unknown': 'The initiator’s data has no column {{column}}.',
  'task.classes-none': 'Choose at least one class.',
  'task.classes-many': 'At most {{limit}} classes can be chosen. Choose fewer classes, or another label.',
  'task.classes-mixed': 'All classes must belong to one task and one party. Submit them separately for each party.',
  'task.classes-label': 'The label is “{{label}}”, so classes of another column cannot be chosen.',
  'task.class-repeated': 'The class “{{class}}” is chosen twice.',
  'task.class-unknown': 'The chosen classes have changed in the meantime. Open the class codes again.',
  'task.class-code-missing': 'The class “{{class}}” has no code. Enter a code for each class.',
  'task.class-two-codes':
    'The class “{{class}}” has two codes ({{codes}}). A class must have the same code at every party.',
  'task.class-code-shared': 'The code {{code}} is used for two classes ({{classes}}). Give each class its own code.',
  'task.class-codes-gaps': 'The codes must run from 0 to {{last}} without gaps.',
  'task.class-codes-positive':
    '“{{positive}}” is the positive class, so its code must be higher than that of “{{other}}”. Change the codes or choose another positive class.',
  'task.type-mismatch':
    '{{party}}: column “{{column}}” contains {{ownType}}, but {{taskType}} in the other parties’ data. Ask this party to choose its data again and sign, or let the others start without it.',
  'task.codes-missing': 'The class codes have not been agreed yet. Agree on them, then start.',
  'task.parameters-invalid': 'The parameters cannot be used: {{detail}}',
  'task.start-none-of-algorithm': 'This algorithm cannot start from an existing model.',
  'task.start-none': 'This task does not start from an existing model.',
  'task.start-early':
    'The models that fit are known once the parties have confirmed their category names. Choose the starting model after that.',
  'task.start-not-in-pool': 'A task can start only from a model of the pool. Choose one there.',
  'task.start-algorithm': 'The model “{{model}}” was trained with another algorithm.',
  'task.start-columns': 'The model “{{model}}” uses other columns, or the same columns in another order: {{columns}}.',
  'task.start-categories':
    'The categories of the column “{{column}}” in the model “{{model}}” differ from those in the plan.',
  'task.start-label': 'The model “{{model}}” predicts another target than this task.',
  'task.positive-unknown':
    'No party has confirmed the class “{{positive}}” of “{{column}}”: the classes are {{classes}}. Choose one of them as the positive class.',
  'task.start-classes':
    'The model “{{model}}” distinguishes these classes: {{classes}}. The classes in the plan, or their order, differ.',
  'task.start-width':
    'The model “{{model}}” has a hidden layer of {{width|# unit|# units}}. Set the same number of hidden units here to start from it.',
  'task.start-layers':
    'The model “{{model}}” has layers of the type {{layers}}. Choose the same type here to start from it.',
  'task.start-side':
    'The model “{{model}}” uses pictures of {{side}} × {{side}} pixels. Set the same side here to start from it.',
  'task.start-clusters':
    'The model “{{model}}” has {{clusters|# cluster|# clusters}}. Set the same number here to start from it.',
  'task.start-again':
    'The starting model “{{model}}” was chosen in an earlier version, which stored it in another form. Choose it again, or train without a starting model.',
  'task.start-size': 'The model “{{model}}” is too large to start from: the limit is {{most}} weights.',
  'task.start-unreadable':
    'The file of the model “{{model}}” contains no weights that training could continue from. Models of pictures, texts, graphs and clusters from an earlier version cannot be used as starting models.',
  'task.environment':
    'Your party’s environment is not ready. The page “Environment” shows what is missing and how to fix it.',
  'registration.not-found': 'This registration does not exist.',
  'registration.decided': 'This application has already been decided.',
  'run.nothing-yet':
    'There is no model to save yet: a federated training can be finished early only after its first round. Wait, or stop the training.',
  'run.none': 'This task has no training in progress.',
  'run.not-found': 'This task has no such run. Open the task and choose one of its runs.',
  'run.stopped': 'Training was stopped.',
  'run.engine-away':
    'The federation’s server does not respond; this is not caused by a party. Training continues once the server responds. If training has ended, start it again.',
  'run.server-restarting':
    'The federation’s server is restarting; this is not caused by a party. Training continues from the last completed step.',
  'run.engine-refused': 'The federation’s server refused the run: {{detail}}',
  'run.platform-no-space':
    'The disk of the platform is full: {{free}} MB are free, {{needed}} MB are needed. Training waits for free space. Ask the operator of the platform to free space. If training has ended, start it again.',
  'run.platform-expired':
    'The platform’s own certificate expired on {{date}}, so a disconnected edge cannot reconnect; this is not caused by a party. Ask the operator of the platform to install a renewed certificate (TLS_CERT); training then continues. If training has ended, start it again.',
  'run.fleet-expired':
    'A certificate of the federation’s server expired on {{date}}; this is not caused by a party. Ask the operator of the platform to restart the federation’s server (see its log for details); training then continues. If training has ended, start it again.',
  'run.server-died':
    'The federation’s server stopped unexpectedly {{times|once|# times in a row}}, the last time with: {{cause}}. This is not caused by a party. Inform the operator of the platform, then have all parties sign again and restart. The chosen data is not affected.',
  'run.updated':
    'Tessera was updated during this run, and the signed code is no longer available. Have all parties sign again, then restart.',
  'run.edge-lost':
    'The connection to this party’s edge was lost. Check that the edge is running and connected, then start again.',
  'run.supernode-lost':
    'The training link of this party ended. Its edge restarts the link; start the task again when it is ready.',
  'run.worker-died':
    'The computation at this party ended unexpectedly (out of memory, or killed). Choose less data or free memory, then start again.',
  'run.code-not-loaded':
    'This party could not load the algorithm’s code because its installation is incomplete. Ask the administrator of its edge to reinstall Tessera (its log names the missing part), then start again.',
  'run.worker-hung':
    'The computation at this party did not respond for {{seconds|# second|# seconds}} and was stopped. Start again. If it happens again, inform the administrator of its edge.',
  'run.worker-memory':
    'The computation at this party needed more than the {{mebibytes}} MiB of memory that its edge allows. Choose less data or fewer columns, or ask its administrator to increase TESSERA_WORKER_MEMORY_MB, then start again.',
  'run.worker-processor':
    'The computation at this party used up the {{minutes|# minute|# minutes}} of processor time that its edge allows and was stopped. Choose less data or fewer columns, then start again.',
  'run.worker-disk':
    'The computation at this party wrote more than the {{mebibytes}} MiB that its edge allows and was stopped. Contact the author of the algorithm.',
  'run.party-offline': 'This party did not connect in time. Check its edge. If the run has ended, start it again.',
  'run.party-silent': 'This party did not respond in time. Check its edge. If the run has ended, start it again.',
  'run.result-not-kept':
    'The computation ended without a result that its edge could save. Start again; see the edge’s log for details.',
  'run.result-missing': 'Training ended without a usable model. Start the task again.',
  'run.timeout': 'Training exceeded its time limit and was stopped.',
  'data.start-altered':
    'The weights of the starting model differ from the signed ones. Ask the initiator to choose the starting model again; all parties must then sign again.',
  'data.no-rows': 'The chosen data is empty. Choose a dataset that is not empty, and sign again.',
  'data.too-few-rows':
    'There is too little data: you chose {{rows|# record|# records}}, and at least {{least}} are needed. Choose more and sign again.',
  'data.column-missing':
    'The data has no column “{{column}}”. Choose a dataset with this column, or ask the initiator to leave the column out.',
  'data.type-mismatch':
    'Column “{{column}}” contains numbers at one party and text at another. Ask one of them to choose its data again, where the values can be read as the other type, or leave the column out.',
  'data.labels-none':
    'No label in “{{column}}” occurs often enough at any party to be named in the plan. Add data, or use fewer labels.',
  'data.label-kind':
    'The label “{{column}}” contains {{heldKind}}, but the algorithm learns {{neededKind}}. Choose another label or another algorithm.',
  'data.labels-mixed':
    'In “{{column}}”, some parties have any number of labels for each item and others have one class. The latter can upload their data again with a list of labels for each item, or with the header “multilabel”. Alternatively, choose an algorithm for the existing kind of label.',
  'data.entities-none':
    'No kind of entity in “{{column}}” occurs in enough texts of any party to be named in the plan. Add annotated texts, or use fewer kinds.',
  'data.boxes-none':
    'No class of the boxes in “{{column}}” occurs in enough pictures of any party to be named in the plan. Add pictures, or use fewer classes.',
  'data.texts-unlike':
    'No sequence of characters occurs in enough texts of any party to learn from. Add texts, or use texts that are more similar.',
  'data.not-numeric':
    'Column “{{column}}” must contain numbers, but {{rows|# row contains|# rows contain}} something else. Correct or empty those cells and upload the data again.',
  'data.too-many-categories':
    'Text column “{{column}}” has {{categories|# distinct value|# distinct values}}; the limit is {{most}}. If it is a name or an identifier, leave it out.',
  'data.label-missing-values':
    'The label “{{column}}” is empty in {{rows|# record|# records}}. Fill it in or leave {{rows|that record|those records}} out, then sign again.',
  'data.label-one-class':
    'Fewer than two values of the label “{{column}}” occur often enough at a party and have been confirmed, so there is nothing to learn. Choose another label or add data.',
  'data.label-rare-class':
    'In {{rows|# record|# records}}, the label “{{column}}” has a value that occurs only once at any party, so it cannot be a class. Leave those records out or merge their classes, then sign again. For numeric targets, choose an algorithm such as linear regression.',
  'data.label-too-many-classes':
    'The label “{{column}}” has more than {{most}} distinct values, too many for classes. For numeric targets, choose an algorithm such as linear regression.',
  'data.time-negative':
    'The time “{{column}}” is below zero in {{rows|# row|# rows}}: times count from the start of the row’s own follow-up. Correct {{rows|that row|those rows}} or leave {{rows|it|them}} out, then sign again.',
  'data.event-not-two':
    '“{{column}}” records whether the event happened. It must have exactly two values that occur in enough rows of the parties and have been confirmed: one for no, one for yes. Choose another column, or leave out the rows with other values.',
  'data.event-which': '“{{column}}” has the values {{values}}. Specify which value means that the event happened.',
  'data.label-not-counts':
    'The label “{{column}}” contains values that are not counts: a count is a whole number from 0 to {{most}}. Correct those rows or leave them out. For other numbers, choose an algorithm such as linear regression.',
  'data.label-no-counts':
    'The label “{{column}}” is 0 in every row of every party, so there is nothing to learn. Choose another label or add data.',
  'data.class-unknown':
    'The label “{{column}}” contains the class “{{class}}”, which is not among the classes agreed for this task. Choose classes again (or leave out the data of this class), sign, agree on the codes and start again.',
  'data.picture-unreadable':
    '{{pictures}} of the chosen pictures cannot be read: they are not JPEG, PNG or WebP, are incomplete, use four printing colours (CMYK), or have more than 100 million pixels. Leave them out or replace them, and sign again.',
  'data.index-wrong':
    'The data that the ticket grants does not match its own index: it was altered at the edge. Sign the ticket again.',
  'parameter.invalid':
    'The parameter “{{name}}” must be a number from {{minimum}} to {{maximum}}. Change it in the algorithm’s parameters.',
  'parameter.no-choice':
    'The parameter “{{name}}” must be one of {{choices}}. Change it in the algorithm’s parameters.',
  'parameter.unknown': 'The algorithm has no parameter “{{name}}”. Remove it from the parameters.',
  'parameter.withdrawn':
    'The option “{{name}}” is no longer available: in such a run, the platform could work out rows from what each party sends, and even from the total of all parties. Save the algorithm’s parameters again without it. The rows of each party are then compared only with each other (stratified by party).',
  'train.diverged': 'Training diverged in round {{round}}. Lower the learning rate and start again.',
  'train.implausible':
    'The values that this party sent cannot come from its data: its software may be damaged or modified. Have its Tessera installation checked before you start again.',
  'train.implausible-together':
    'The values that the parties sent cannot all come from their data, and the faulty party cannot be identified: the software of one of them may be damaged or modified. Have the Tessera installation of each party checked before you start again.',
  'train.fit-refused':
    'A party sent no gradient, because the requested coefficients fit its rows more than ten times worse than no coefficients. Such requests can be used to single out rows. Either the label has another meaning at one party (such as 0 and 1 swapped), or the platform was modified. Compare the meaning of the label at each party, and have the platform checked, before you start again.',
  'train.out-of-bounds':
    'A value to be sent was not a number or was larger than the algorithm allows, so this party sent nothing. Check its columns for extreme values, then start again.',
  'train.too-many-coefficients':
    'The columns and their categories result in {{coefficients}} coefficients; the limit for a regression is {{most}}. Choose fewer columns or another algorithm.',
  'train.too-few-events':
    'All parties together have fewer than {{least}} events, which is too few for a conclusion. Choose more rows, or rows with a longer follow-up.',
  'run.state-refused':
    'The data that the platform sent does not follow from the signed plan and the previous round. This party refused it and sent no result. Contact the operator of the platform, then start again.',
  'run.code-refused':
    'This party’s edge could not load the algorithm. Ask its administrator to check the edge’s version and log, then sign and start again.',
  'reply.not-declared':
    'The algorithm tried to send a value that it had not declared. The party’s edge blocked it, and nothing was sent. Contact the author of the algorithm.',
  'guard.no-space':
    'The disk of this party’s edge is full: {{free}} MB are free, {{needed}} MB are needed. Free space there. If the run is still waiting for the party, training continues automatically; otherwise start it again.',
  'guard.unreachable':
    'This party’s consent could not be checked because its edge did not respond, so nothing was run. Check that the edge is running, then start again.',
  'grant.missing': 'This party has not signed a consent ticket for this task.',
  'grant.stale': 'The task has changed since the consent ticket was signed. Review the ticket and sign it again.',
  'grant.withdrawn': 'This party has withdrawn its consent ticket.',
  'grant.expired': 'The consent ticket of this party has expired. Sign a new one.',
  'grant.rounds-used-up': 'All rounds of the consent ticket are used up. Sign a new one.',
  'grant.used':
    'A consent ticket is valid for one run, and this one was used for another run. Review the ticket and sign it again.',
  'grant.not-named':
    'The plan does not name this edge’s key, so nothing can be signed here. Ask the initiator to close joining again.',
  'grant.roster-refused':
    'The run has other parties than the consent ticket names, or fewer than it allows. No data was processed.',
  'grant.not-signer': 'You are not a signer of this edge. Ask {{signers}}.',
  'grant.begin-refused':
    'This party’s edge refuses to start a run under its consent ticket. Ask a signer to open the ticket at the edge, read the reason, and sign again.',
  'grant.rows-near':
    'The data of this consent ticket differs from the data of an earlier run in so few records that both results together would reveal their values. Ask a signer to open the ticket at the edge, which suggests other records.',
  'grant.rows-gone':
    'These records cannot be used: not all records of that ticket are in the dataset of this task. Leave out more records, or offer the dataset of that ticket again.',
  'grant.rows-whole': 'A graph is granted as a whole, so nodes cannot be chosen or left out. Offer another graph.',
  'result.rows-near':
    'This model cannot be shared: its training data differs from the data of an earlier run in so few records that both together could reveal their values. Train again on exactly the records of the earlier run, or on data that differs in more records.',
  'grant.plan-changed': 'The task changed while you were reading the ticket. Review it again.',
  'grant.not-found': 'This consent ticket does not exist.',
  'grant.too-few-rows':
    'This edge signs no consent ticket for fewer than {{minimum|# record|# records}}, but {{rows|# was|# were}} chosen. Select more records, or a larger dataset.',
  'grant.pictures-large':
    'These pictures have a total size of {{size}}; the limit per ticket is {{limit}}. Choose fewer pictures, or reduce their size.',
  'grant.column-missing': 'The dataset has no column {{column}}, which the task needs.',
  'grant.type-mismatch':
    'Column “{{column}}” contains {{ownType}} in your data, but {{taskType}} in the other parties’ data. Choose your data again and assign another column or convert this one, or change the column in the file and upload it again.',
  'grant.code-unreadable':
    'The algorithm’s code could not be downloaded to compute its hash. Try again when the platform can be reached.',
  'grant.code-foreign':
    'This code is not part of your own Tessera {{version}}, so it cannot be signed here. Platform and edge must have the same version: ask both administrators which one must be updated.',
  'grant.own-table-refused':
    'According to the plan, your party’s own table is shown to the other parties, but no member of your party has confirmed this at this edge. Open “Category names”, choose whether the table is shown, and confirm.',
  'grant.message-refused': 'The message requests data of this party that the consent ticket does not cover.',
  'signing.pin-wrong': 'This PIN is incorrect. {{left|# more failed attempt|# more failed attempts}} will lock it.',
  'signing.pin-locked':
    'Too many failed attempts: PIN and one-time code are locked for {{minutes|# more minute|# more minutes}}. You can still use a passkey.',
  'signing.pepper-lost':
    'This edge cannot check your PIN or code: its file keys/pin-pepper is missing or has been replaced. This was not counted as a failed attempt. Ask the administrator of the edge to restore the file from the backup and restart the edge. Alternatively, the administrator can stop the edge and run “tessera signer reset {{username}}”, which prints a one-time code for setting a new PIN. You can still use a passkey.',
  'signing.no-pin': 'You have no PIN at this edge. Use your passkey, or set a PIN first.',
  'signing.code-wrong':
    'This one-time code is incorrect or no longer valid. {{left|# more failed attempt|# more failed attempts}} will lock it. Check the newest code on the edge’s machine, or ask the signer who added you.',
  'signing.code-needed': 'You do not have a PIN or passkey at this edge yet. Set one with the one-time code first.',
  'signing.passkey-refused': 'This passkey was not accepted. Try again, or use your PIN.',
  'signing.passkey-not-given':
    'No passkey was provided: the request was cancelled or timed out, or this device has no passkey for this edge. Try again, or use your PIN.',
  'signing.passkey-address':
    'Browsers support passkeys only for host names, and this edge is opened by its IP address. Use a PIN.',
  'signing.passkeys-full': 'You already have {{most}} passkeys at this edge, which is the maximum.',
  'signing.own-page-only': 'Signing is possible only on the edge’s own page, {{edge}}. Open it there.',
  'signing.not-member': 'You are not a member of this edge. Ask a signer to add you: {{signers}}.',
  'signing.already-member': '{{username}} is already on the list. Change the role there, or generate a new code.',
  'signing.member-unknown':
    '{{username}} is not on this edge’s list; another signer may have removed this member. Reload the page.',
  'signing.machine-as-made':
    '{{username}} is a program with its own key, which cannot be changed. Remove it from the list and create another one.',
  'signing.last-signer':
    'Apart from {{username}}, no signer of this edge has set a PIN or a passkey. Have another signer set one, then try again.',
  'signing.page-missing':
    'The ticket page of this edge has not been built. Ask the administrator of the edge to run: make setup',
  'provider.none': 'This edge does not use an identity provider. Log in with your PIN or passkey.',
  'provider.unreachable':
    'This edge cannot reach {{provider}} at the moment. Try again later. Members with their own PIN or passkey at this edge can log in with that.',
  'provider.unusable':
    '{{provider}} rejects the settings of this edge. Ask the administrator of the edge to check the edge’s output for the reason and correct the EDGE_OIDC settings.',
  'provider.declined': '{{provider}} did not log you in ({{why}}). Start again, or contact its administrator.',
  'provider.answer-refused':
    'The response of {{provider}} is for another browser, was already used, arrived too late, or does not prove your identity. Start again.',
  'provider.no-group':
    '{{provider}} identified you as {{username}}, but you are not in a group that this edge accepts. Ask your IT staff to add you to one.',
  'provider.removed':
    'A signer removed {{username}} from this edge’s list, and {{provider}} alone cannot add a removed member again. Ask a signer to add you: {{signers}}.',
  'provider.name-taken':
    '{{username}} is already on this edge’s list, but was not added by {{provider}}. If this is you, log in with your PIN or passkey, or ask a signer to remove that entry: {{signers}}.',
  'edge.session-by-provider':
    '{{username}} must log in through {{provider}}. Choose that option; the PIN and passkey are then used for signing.',
  'signing.provider-first':
    '{{provider}} has not confirmed your identity for {{hours}} hours. Log in through it on {{page}} first, then continue here.',
  'signing.place-from-provider':
    'The role and department of {{username}} follow the groups of your identity provider. Change them there, or remove {{username}} from the list.',
  'result.not-found': 'No result of a run is stored here under this number.',
  'result.not-allowed':
    'This cannot be done with this result: it has already been shared or deleted, it is not a model, or only administrators and the member who signed its ticket can do this.',
  'model.not-found': 'This model no longer exists.',
  'model.not-allowed': 'You do not have permission to do this with this model.',
  'model.already-published': 'This model is already in the pool.',
  'model.copy-not-publishable': 'A model copied from the pool cannot be published again.',
  'model.texts-required': 'Enter a name, an introduction, a description and where the model applies.',
  'model.text-too-long': 'A text is too long: the limit is {{limit}} characters.',
  'model.already-downloaded': 'Your party already has this model.',
  'model.changed':
    'The model file has changed since it was stored: it was altered or damaged, and it is not used. Restore it from a backup, train again, or upload it again.',
  'model.refused-unreadable':
    'This model was rejected: its file is not a readable ONNX file, or is damaged ({{detail}}). Export it or train again, or contact the author of the model.',
  'model.refused-external-data':
    'This model was rejected: it reads data from outside its own file ({{name}}), which could be any file on this machine. Ask the author for a model that contains its weights, or train again.',
  'model.refused-control-flow':
    'This model was rejected: it contains control flow ({{operator}}) that could run endlessly. Ask the author for a model without it, or train again.',
  'model.refused-operator':
    'This model was rejected: it uses the operator “{{operator}}”, which is not allowed here. Train again with an algorithm of this product, or contact the author of the model.',
  'model.refused-part':
    'This model was rejected: it contains a part that is not allowed here ({{part}}). Train again with an algorithm of this product, or contact the author of the model.',
  'model.refused-size':
    'This model was rejected: it is too large ({{part}}: at most {{limit}}). Train a smaller model, or contact the author of the model.',
  'model.import-onnx-only':
    'Choose a file that ends in .onnx. A .zip file downloaded here contains it: unpack the .zip file and choose model.onnx.',
  'model.import-not-onnx':
    'This is not an ONNX file, despite its extension. Export the model as ONNX and choose that file.',
  'model.import-gone':
    'This file is no longer stored: an uploaded file waits {{hours}} hours for its model card, and another upload of yours replaces it. Upload it again.',
  'model.import-undescribed':
    'The file does not describe its inputs and outputs. Enter its columns and its prediction target, then try again.',
  'model.import-type':
    '“{{name}}” has a type that a table column cannot have. Export the model so that its inputs are numbers (float, double, int32, int64) or texts.',
  'model.import-shape':
    '“{{name}}” has the shape {{shape}}. A file without our description must take a table: [*, number of columns], with one record per row. Export it in this form. Pictures, texts and graphs are supported only for models made here.',
  'model.import-fixed-rows':
    '“{{name}}” takes exactly {{rows|# row|# rows}} at a time. Export the model with a variable number of rows (in PyTorch, with dynamic_axes or dynamic_shapes).',
  'model.import-opset':
    'The file uses ONNX operator set {{version}}. Export it with version {{least}} or later (target_opset or opset_version).',
  'model.import-no-input':
    'The file has no inputs, so it cannot be used for prediction. Export the model with its inputs.',
  'model.import-no-answer':
    'None of the file’s outputs can be used as a prediction: one or several numbers for each row, in the shape [*], [*, 1] or [*, number of classes]. Export the model with its class probabilities or its predicted number as an output.',
  'model.import-columns':
    '“{{name}}” takes {{expected|# column|# columns}}, but you entered {{given}}. Enter each column in the order used for training.',
  'model.import-names':
    'Each column, each class and the label need a unique name of at most {{limit}} characters. This name cannot be used: “{{name}}”.',
  'model.import-too-many': 'At most {{limit}} columns and {{limit}} classes are supported. Export a smaller model.',
  'model.import-classes':
    'The output has {{expected|# class|# classes}}, but you entered {{given}}. Enter each class in the order of the output values.',
  'model.import-not-number':
    '“{{name}}” returns {{width}} numbers per row, not one. Specify that they are classes, or choose another output.',
  'model.import-not-chances':
    'The outputs for test rows are not probabilities, which are between 0 and 1 and add up to 1. Specify that they are scores, or choose another output.',
  'model.import-not-tried':
    'The model could not process test rows. The usual cause is a missing or extra column: enter the same number of columns as in training. Otherwise, contact the author of the model.',
  'inference.not-found': 'This inference task does not exist.',
  'inference.name-taken': 'Your party already has an inference task with this name. Choose another name.',
  'inference.name-required': 'Enter a name and a description for the inference task.',
  'inference.column-missing': 'Enter a value for {{column}}.',
  'inference.no-column':
    'The dataset has no column “{{column}}”, which the model needs.{{count|| In all, # columns of the model are missing.}} Add the column or choose another dataset, then predict again.',
  'inference.no-column-near':
    'The dataset has no column “{{column}}”, which the model needs. The nearest name in the dataset is “{{nearest}}”.{{count|| In all, # columns of the model are missing.}} If “{{nearest}}” is the same column, rename it to “{{column}}” and predict again; otherwise choose another dataset.',
  'inference.value-required':
    '{{column}} is missing in at least one row, but this model needs a value in every row. Fill it in, or leave those rows out.',
  'inference.no-answer':
    'The model returned no number for part of this data. It may need a value in every column, or values closer to its training data.',
  'inference.not-texts': 'This model does not accept a text. Enter the values that its page requests.',
  'inference.not-pictures': 'This model does not accept pictures. Enter the values that its page requests.',
  'inference.picture-ending':
    '“{{name}}” does not have the extension of a picture. Send files that end in {{endings}}.',
  'inference.picture-broken':
    '“{{name}}” cannot be read as a picture. Send JPEG, PNG or WebP files, in RGB or greyscale, of at most 100 megapixels each.',
  'inference.picture-unreadable':
    'This file cannot be read as a picture. Choose a JPEG, PNG or WebP file, in RGB or greyscale, of at most 100 megapixels.',
  'inference.graph-wrong':
    'The graph’s {{part}} cannot be read. Provide x (a list of numbers for each node, in the order of the model’s columns) and edge_index (two lists of node positions, counted from 0).',
  'inference.edge-wrong': 'An edge points to a node that does not exist. Node positions are counted from 0.',
  'inference.graph-large':
    'The graph is too large for one request: at most {{nodes}} nodes and {{values}} numbers are allowed, and each edge counts as two. Send a part of it.',
  'inference.why-graph':
    'Explanations are not available for graph nodes, because the neighbours of a node also affect its prediction.',
  'inference.why-entities':
    'An explanation is not available: this model does not add up the contributions of the words.',
  'inference.why-boxes':
    'Explanations are not available for boxes: each box already marks the part of the picture that it refers to.',
  'inference.tokens-wrong': '“{{column}}” contains neither a text nor a list of tokens. Provide one of them.',
  'inference.not-number': '{{column}} must be a number.',
  'inference.dataset-needs-edge': 'Datasets can be predicted only at your party’s edge.',
  'inference.cell-unknown':
    'The confusion matrix of this result has no such cell: it takes a class of the label and a class predicted by the model. Choose a cell on the page.',
  'inference.not-ready': 'The inference task is not ready yet.',
  'inference.busy': 'The inference task is still running.',
  'inference.interrupted': 'The task was interrupted when the server stopped. Run it again, or delete it.',
  'inference.stopped-edge':
    'The edge stopped {{attempts|once|# times}} while predicting this dataset. Choose a smaller dataset, or contact your administrator.',
  'inference.model-too-slow':
    'The model needed more than {{seconds|# second|# seconds}} for a part of this data and was stopped. Try again when the server is less busy, or contact the author of the model.',
  'inference.model-ended':
    'The process of the model ended; it may have needed more than its limit of {{megabytes}} MB. Try less data at a time. If it happens again, contact the author of the model.',
  'inference.model-failed':
    'The model could not process this data. Check that the data is similar to its training data. If it is, contact the author of the model.',
  'inference.too-wide': 'This model has too many columns for an explanation (the limit is about {{limit}}).',
  'inference.no-process':
    'The process that runs models could not be started. Ask the administrator of this server to check its log.',
  'notification.not-found': 'This notification does not exist.',
  'account.slow-down': 'Too many failed attempts. Wait {{seconds|# second|# seconds}} and try again.',
  'account.not-found': 'The account “{{name}}” does not exist.',
  'account.suspended': 'The operator of the platform has locked this account. Ask them to unlock it.',
  'account.last-super-admin': 'You are the last super administrator of “{{party}}”. Appoint another one first.',
  'account.party-busy':
    'You are the only member of “{{party}}”, and the party takes part in tasks that are recruiting or training. Leave or end these tasks first.',
  'account.feedback-invalid': 'Enter your feedback, with at most {{limit}} characters.',
  'service.not-configured':
    'This platform has no translation service. Its operator can configure one in the settings (TRANSLATE_URL).',
  'service.text-length': 'Enter a text to translate, with at most {{limit}} characters.',
  'service.address-private':
    'The translation service is in a private network, which this platform does not access by default. Its operator can allow it in the settings (TRANSLATE_PRIVATE).',
  'service.too-slow': 'The translation service did not respond within {{seconds|# second|# seconds}}. Try again.',
  'service.failed':
    'The translation service could not be reached, or its response could not be read. Try again. If it happens again, contact the operator.',
  'market.not-configured': 'This platform has no smart market.',
  'market.return-refused':
    'The return address of the market does not belong to this platform. Open the market from the console.',
  'market.ticket-invalid': 'This token is invalid, already used or expired. Open the market from the console again.',
  'party.super-admin-only': 'Only a super administrator of the party can do this.',
  'party.last-super-admin': 'The party needs a super administrator. Appoint another one first.',
  'party.remove-self': 'You cannot remove yourself. Leave the party instead.',
  'party.member-unknown': 'This person is not a member of the party.',
  'party.suspended': 'The operator of the platform has suspended this party. Ask them to lift the suspension.',
  'party.already-asked': 'You have already asked to join this party. Its administrators will decide.',
  'party.request-not-found': 'This request no longer exists, or has already been decided.',
  'party.note-long': 'The note has at most {{limit}} characters.',
  'party.department-name': "A department's name has 1 to {{limit}} characters.",
  'party.department-name-taken': 'Another department at this level already has this name.',
  'party.department-root': 'The party itself cannot be renamed or removed here.',
  'party.department-full': 'There are too many departments here.',
  'party.department-in-use': 'This department still has members, datasets or departments below it. Move them first.',
  'edge.none': 'The party has no edge that can be revoked.',
  'edge.software-failing': 'Not ready at {{party}}: {{parts}}.',
  'edge.machine-failing': 'The machine of {{party}} failed these checks: {{parts}}.',
  'edge.key-revoked':
    'This key has been revoked and cannot be used again. Start the edge with a new enrolment code; it then creates new keys.',
  'edge.revoked': 'This edge has been revoked. An administrator of the party can enrol it again.',
  'notification.announcement-invalid': 'An announcement has 1 to {{limit}} characters.',
  'feature.later': 'This is not available yet.',
}
