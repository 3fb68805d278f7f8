-- Only its initiator could stop a task, so that who did is known.
UPDATE "training_run" SET "failure" = jsonb_set("training_run"."failure", '{partyId}', to_jsonb("task"."party_id"))
FROM "task" WHERE "task"."id" = "training_run"."task_id" AND "training_run"."phase" = 'stopped' AND "training_run"."failure" ->> 'partyId' IS NULL;--> statement-breakpoint
UPDATE "notification" SET "params" = "notification"."params" || jsonb_build_object('party', "party"."name", 'partyEn', "party"."name_en")
FROM "task", "party" WHERE "notification"."kind" = 'run.stopped' AND "task"."id" = "notification"."task_id" AND "party"."id" = "task"."party_id";--> statement-breakpoint
UPDATE "task" SET "status" = 'stopped' WHERE "status" = 'failed' AND (
	SELECT "phase" FROM "training_run" WHERE "training_run"."task_id" = "task"."id" ORDER BY "create_time" DESC LIMIT 1
) = 'stopped';
