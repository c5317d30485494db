use secrecy::ExposeSecret;

use super::*;

/// A key of the test vectors of RFC 8032.
const KEY: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

fn read(variables: &[(&str, &str)]) -> Result<Settings, SettingError> {
    read_each(variables).settings()
}

fn read_each(variables: &[(&str, &str)]) -> SettingResults {
    SettingResults::from_variables(|name| {
        let found = variables.iter().find(|(set, _)| *set == name);
        Ok(found.map(|(_, value)| String::from(*value)))
    })
}

#[test]
fn a_token_is_enough() {
    let settings = read(&[(DISCORD_TOKEN, "abc.def.ghi")]).unwrap();
    assert_eq!(settings.database.expose_secret(), "sqlite://fourfall.db");
    assert_eq!(settings.development_guild, None);
    assert_eq!(settings.proxy, None);
    assert_eq!(settings.transport, TransportSettings::Gateway);
}

#[test]
fn a_key_and_an_address_select_http() {
    let variables = [
        (DISCORD_TOKEN, "abc.def.ghi"),
        (DISCORD_PUBLIC_KEY, KEY),
        (INTERACTIONS_ADDR, "127.0.0.1:8080"),
    ];
    let TransportSettings::Http { key, address } = read(&variables).unwrap().transport else {
        panic!("the transport is the gateway");
    };
    assert_eq!(key.to_bytes()[..3], [0xd7, 0x5a, 0x98]);
    assert_eq!(address, SocketAddr::from(([127, 0, 0, 1], 8080)));
}

#[test]
fn one_of_the_two_http_settings_is_not_enough() {
    for (set, value, missing) in [
        (DISCORD_PUBLIC_KEY, KEY, INTERACTIONS_ADDR),
        (INTERACTIONS_ADDR, "127.0.0.1:8080", DISCORD_PUBLIC_KEY),
    ] {
        let error = read(&[(DISCORD_TOKEN, "abc.def.ghi"), (set, value)]).unwrap_err();
        assert_eq!(error.name, missing);
        assert!(error.problem.starts_with(&format!("is not set, but {set} is.")), "{error}");
    }
}

#[test]
fn a_public_key_is_64_hex_digits_on_the_curve() {
    let with_a_sign = format!("+d{}", &KEY[2..]);
    // A key of small order, and a number that is no point of the curve.
    let (weak, no_point) = ("0".repeat(64), format!("02{}", "0".repeat(62)));
    for wrong in [&KEY[1..], &with_a_sign, &weak, &no_point, "secret", &"é".repeat(32)] {
        let variables = [
            (DISCORD_TOKEN, "abc.def.ghi"),
            (DISCORD_PUBLIC_KEY, wrong),
            (INTERACTIONS_ADDR, "127.0.0.1:8080"),
        ];
        assert_eq!(read(&variables).unwrap_err().name, DISCORD_PUBLIC_KEY, "{wrong}");
    }
}

#[test]
fn an_error_names_the_setting_and_never_quotes_it() {
    for (name, value) in [
        (DISCORD_TOKEN, "secret token"),
        (DATABASE_URL, "mysql://secret"),
        (DEV_GUILD_ID, "secret"),
        (DEV_GUILD_ID, "0"),
        (DISCORD_PROXY_URL, "secret"),
        (DISCORD_PROXY_URL, "ftp://secret"),
        (OPS_ADDR, "secret"),
        (DISCORD_PUBLIC_KEY, "secret"),
        (INTERACTIONS_ADDR, "secret"),
        (INTERACTIONS_ADDR, "127.0.0.1"),
    ] {
        let mut variables = vec![(name, value)];
        variables.push((DISCORD_TOKEN, "abc.def.ghi"));
        variables.push((DISCORD_PUBLIC_KEY, KEY));
        variables.push((INTERACTIONS_ADDR, "127.0.0.1:8080"));
        let error = read(&variables).unwrap_err();
        assert_eq!(error.name, name);
        assert!(!error.to_string().contains("secret"), "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn a_missing_token_is_explained() {
    let error = read(&[]).unwrap_err();
    assert!(error.to_string().starts_with("DISCORD_TOKEN is not set."), "{error}");
}

#[test]
fn what_is_copied_along_with_a_token_is_removed() {
    for text in [
        "a.b.c",
        " a.b.c\t",
        "\"a.b.c\"",
        "'a.b.c'",
        "Bot a.b.c",
        "\"Bot a.b.c\"",
        "DISCORD_TOKEN=a.b.c",
        "DISCORD_TOKEN=\"Bot a.b.c\"",
    ] {
        assert_eq!(parse_token(text).unwrap().expose_secret(), "a.b.c", "{text}");
    }
}

#[test]
fn debug_output_hides_secrets() {
    let database = "postgres://fourfall:abc@localhost/fourfall";
    let settings = read(&[(DISCORD_TOKEN, "abc.def.ghi"), (DATABASE_URL, database)]).unwrap();
    assert!(!format!("{settings:?}").contains("abc"));
}

#[test]
fn an_invalid_setting_does_not_hide_the_others() {
    let results = read_each(&[
        (DATABASE_URL, "mysql://secret"),
        (OPS_ADDR, "secret"),
        (DISCORD_PROXY_URL, "secret"),
    ]);
    assert_eq!(results.token.unwrap_err().name, DISCORD_TOKEN);
    assert_eq!(results.database.unwrap_err().name, DATABASE_URL);
    assert_eq!(results.ops_address.unwrap_err().name, OPS_ADDR);
    assert_eq!(results.proxy.unwrap_err().name, DISCORD_PROXY_URL);
    assert_eq!(results.transport, Ok(TransportSettings::Gateway));
}

#[test]
fn logs_are_text_or_json() {
    assert_eq!(log_format("text"), Ok(LogFormat::Text));
    assert_eq!(log_format("json"), Ok(LogFormat::Json));
    assert_eq!(read_each(&[(LOG_FORMAT, "JSON5")]).log.unwrap_err().name, LOG_FORMAT);
}

#[test]
fn a_log_filter_has_levels_and_targets_with_levels() {
    let expected = Targets::new()
        .with_default(LevelFilter::INFO)
        .with_target("fourfall", LevelFilter::DEBUG)
        .with_target("sqlx::query", LevelFilter::TRACE);
    assert_eq!(log_filter("info, fourfall=debug,sqlx::query=trace,"), Ok(expected));
}

#[test]
fn a_log_filter_with_a_misspelt_level_is_an_error() {
    for part in ["wran", "sqlx", "fourfall=loud", "fourfall=info=debug", "!!", "fourfall=", "=info"]
    {
        let results = read_each(&[(RUST_LOG, &format!("info,{part}"))]);
        assert_eq!(results.log.unwrap_err().name, RUST_LOG, "{part}");
    }
}

#[test]
fn a_url_leads_to_this_machine_by_its_host() {
    for (host, is_here) in [
        ("127.0.0.1:3000", true),
        ("127.9.9.9", true),
        ("0.0.0.0", true),
        ("[::1]:3000", true),
        ("[::]", true),
        ("[::ffff:127.0.0.1]", true),
        ("localhost:3000", true),
        ("LOCALHOST.", true),
        ("discord.localhost", true),
        ("localhost.example", false),
        ("notlocalhost", false),
        ("192.168.0.1", false),
        ("[::ffff:192.168.0.1]", false),
        ("[fe80::1]", false),
    ] {
        assert_eq!(is_loopback(&format!("http://{host}/api")), is_here, "{host}");
    }
    assert!(!is_loopback("localhost"), "it is no URL");
}
