ALTER TABLE "task" ADD COLUMN "joined_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "task" SET "joined_count" = "counted"."parties" FROM (
	SELECT "task_id", count(*) AS "parties" FROM "registration" WHERE "status" = 'joined' GROUP BY "task_id"
) AS "counted" WHERE "counted"."task_id" = "task"."id";--> statement-breakpoint
CREATE INDEX "task_pool_parties" ON "task" USING btree ("joined_count","create_time","id") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_pool_name" ON "task" USING btree (lower("name")) WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_listed" ON "task" USING btree ("create_time","id","name") WHERE "task"."delete_time" is null and "task"."status" <> 'disbanded';